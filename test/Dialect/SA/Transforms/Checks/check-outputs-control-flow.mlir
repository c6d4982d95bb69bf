// RUN: saopt %s --sa-check-outputs | FileCheck %s

// Outputs that are written under conditions and in loops, before they are read.

!C = !sa.array<8xf32, output>
!M = !sa.array<8x4xf32, output>

// CHECK-LABEL: sa.func @both_branches(%C: {{.*}} {sa.filled}
sa.func @both_branches(%C: !C, %x: f32) {
  sa.nest (%i) to (8) {
    affine.if affine_set<(i) : (i - 3 == 0)>(%i) {
      sa.store %x, %C[%i] : !C
    } else {
      sa.store %x, %C[%i] : !C
    }
    %c = sa.load %C[%i] : !C
  }
}

// CHECK-LABEL: sa.func @loop(%C: {{.*}} {sa.filled}
sa.func @loop(%C: !M, %x: f32) {
  sa.nest (%i) to (8) {
    affine.for %k = 0 to 4 {
      sa.store %x, %C[%i, %k] : !M
    }
    affine.for %k = 1 to 4 {
      %left = affine.apply affine_map<(k) -> (k - 1)>(%k)
      %c = sa.load %C[%i, %left] : !M
      sa.accumulate add %c, %C[%i, %k] : !M
    }
  }
}

// An iteration reads what the one before it has written.
// CHECK-LABEL: sa.func @iterations(%C: {{.*}} {sa.filled}
sa.func @iterations(%C: !M, %x: f32) {
  %zero = arith.constant 0 : index
  sa.nest (%i) to (8) {
    sa.store %x, %C[%i, %zero] : !M
    affine.for %k = 1 to 4 {
      %left = affine.apply affine_map<(k) -> (k - 1)>(%k)
      %c = sa.load %C[%i, %left] : !M
      sa.store %c, %C[%i, %k] : !M
    }
  }
}

// The first point writes, the others read.
// CHECK-LABEL: sa.func @first(%C: {{.*}} {sa.filled}
sa.func @first(%C: !C, %x: f32) {
  sa.nest (%i, %k) to (8, 3) {
    affine.if affine_set<(k) : (k == 0)>(%k) {
      sa.store %x, %C[%i] : !C
    }
    sa.accumulate add %x, %C[%i] : !C
  }
}

// Data may leave elements out: not filled.
// CHECK-LABEL: sa.func @maybe
// CHECK-NOT: sa.filled
// CHECK: {
sa.func @maybe(%C: !C, %b: i1, %x: f32) {
  sa.nest (%i) to (8) {
    scf.if %b {
      sa.store %x, %C[%i] : !C
      %c = sa.load %C[%i] : !C
    }
  }
}

// Every other element: not filled.
// CHECK-LABEL: sa.func @steps
// CHECK-NOT: sa.filled
// CHECK: {
sa.func @steps(%C: !C, %x: f32) {
  sa.nest () to () {
    affine.for %k = 0 to 8 step 2 {
      sa.store %x, %C[%k] : !C
    }
  }
}

// The first point of a row is where its constraint says.
// CHECK-LABEL: sa.func @edge(%C: {{.*}} {sa.filled}
sa.func @edge(%C: !C, %x: f32) {
  sa.nest (%i, %k) to (8, 8) where affine_set<(i, k) : (k - i >= 0)> {
    affine.if affine_set<(i, k) : (i - k >= 0)>(%i, %k) {
      sa.store %x, %C[%i] : !C
    }
    sa.accumulate add %x, %C[%i] : !C
  }
}
