// RUN: saopt %s --sa-prune-temporaries --sa-fuse-nests --sa-elide-temporaries | FileCheck %s

// Temporaries under conditions and in loops of a body.

!V = !sa.array<8xf32, inout>
!T = !sa.array<8xf32, temp>

// Nobody reads it: the write, and the condition around it, go.
// CHECK-LABEL: sa.func @dead
// CHECK-NOT:     sa.temp
// CHECK-NOT:     affine.if
// CHECK:         sa.store %x, %A
sa.func @dead(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    affine.if affine_set<(i) : (i - 3 >= 0)>(%i) {
      sa.store %x, %T[%i] : !T
    }
    sa.store %x, %A[%i] : !V
  }
}

// What is read may be zero, or not; no other point has to do with it.
// CHECK-LABEL: sa.func @maybe
// CHECK:         sa.temp "T" private(1) : !sa.array<f32, temp>
// CHECK:         sa.load %T
sa.func @maybe(%A: !V, %b: i1, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    scf.if %b {
      sa.store %x, %T[%i] : !T
    }
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
  }
}

// Loops read what others of the same point have written.
// CHECK-LABEL: sa.func @loops
// CHECK:         sa.temp "T" :
// CHECK:         sa.load %T
sa.func @loops(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    affine.for %k = 0 to 8 {
      sa.accumulate add %x, %T[%k] : !T
    }
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
  }
}

// Two nests that meet at equal points are one, conditions and all.
// CHECK-LABEL: sa.func @fused
// CHECK:         sa.nest
// CHECK-NOT:     sa.nest
sa.func @fused(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    affine.if affine_set<(i) : (i - 3 >= 0)>(%i) {
      sa.store %x, %T[%i] : !T
    }
  }
  sa.nest (%i) to (8) {
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
  }
}

// A loop of the second reads what other points of the first have written.
// CHECK-LABEL: sa.func @kept
// CHECK:         sa.nest
// CHECK:         sa.nest
sa.func @kept(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    sa.store %x, %T[%i] : !T
  }
  sa.nest (%i) to (8) {
    affine.for %k = 0 to 8 {
      %t = sa.load %T[%k] : !T
      sa.accumulate add %t, %A[%i] : !V
    }
  }
}
