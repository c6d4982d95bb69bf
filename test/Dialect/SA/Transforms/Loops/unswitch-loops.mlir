// RUN: saopt %s --sa-unswitch-loops | FileCheck %s

// The loop is cut where the answer changes; the condition is asked before the
// loop that does not change it, and is gone.

// CHECK-LABEL: sa.func @index
// CHECK:      affine.for %[[I:.*]] = 0 to 7 {
// CHECK-NEXT:   affine.for %[[I2:.*]] = 0 to 5 {
// CHECK-NEXT:     arith.constant
// CHECK-NEXT:     sa.accumulate add
// CHECK-NEXT:     sa.accumulate mul
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[I3:.*]] = 7 to 10 {
// CHECK-NEXT:   affine.for %[[I4:.*]] = 0 to 5 {
// CHECK-NEXT:     arith.constant
// CHECK-NEXT:     sa.accumulate add
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: }
sa.func @index(%A: !sa.array<10x5xf32, inout>, %B: !sa.array<7x5xf32, inout>) {
  affine.for %i = 0 to 10 {
    affine.for %k = 0 to 5 {
      %x = arith.constant 2.0 : f32
      sa.accumulate add %x, %A[%i, %k] : !sa.array<10x5xf32, inout>
      affine.if affine_set<(i) : (6 - i >= 0)>(%i) {
        sa.accumulate mul %x, %B[%i, %k] : !sa.array<7x5xf32, inout>
      }
    }
  }
  sa.return
}

// Two run-time sizes: up to the smaller one, and from there to either.

// CHECK-LABEL: sa.func @sizes
// CHECK:      affine.for %[[I:.*]] = 0 to min
// CHECK-NEXT:   arith.constant
// CHECK-NEXT:   sa.accumulate add %[[CST:.*]], %[[A:.*]][%[[I]]]
// CHECK-NEXT:   sa.accumulate mul %[[CST]], %[[B:.*]][%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[I:.*]] = max
// CHECK-NEXT:   arith.constant
// CHECK-NEXT:   sa.accumulate add %[[CST]], %[[A]][%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[I:.*]] = max
// CHECK-NEXT:   arith.constant
// CHECK-NEXT:   sa.accumulate mul %[[CST]], %[[B]][%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
sa.func @sizes(%A: !sa.array<?xf32, inout, sizes = [M]>, %B: !sa.array<?xf32, inout, sizes = [N]>) {
  %m = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [M]>
  %n = sa.dim %B, 0 : !sa.array<?xf32, inout, sizes = [N]>
  affine.for %i = 0 to affine_map<()[m, n] -> (m + n)>()[%m, %n] {
    %x = arith.constant 2.0 : f32
    affine.if affine_set<(i)[m] : (m - i - 1 >= 0)>(%i)[%m] {
      sa.accumulate add %x, %A[%i] : !sa.array<?xf32, inout, sizes = [M]>
    }
    affine.if affine_set<(i)[n] : (n - i - 1 >= 0)>(%i)[%n] {
      sa.accumulate mul %x, %B[%i] : !sa.array<?xf32, inout, sizes = [N]>
    }
  }
  sa.return
}

// In a loop that goes in steps, with a condition that holds at the end.

// CHECK-LABEL: sa.func @steps
// CHECK:      affine.for %[[I:.*]] = 1 to 9 step 4 {
// CHECK-NEXT:   arith.constant
// CHECK-NEXT:   sa.accumulate add
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %[[I2:.*]] = 9 to 20 step 4 {
// CHECK-NEXT:   arith.constant
// CHECK-NEXT:   sa.accumulate mul
// CHECK-NEXT: }
sa.func @steps(%A: !sa.array<20xf32, inout>) {
  affine.for %i = 1 to 20 step 4 {
    %x = arith.constant 2.0 : f32
    affine.if affine_set<(i) : (i - 6 >= 0)>(%i) {
      sa.accumulate mul %x, %A[%i] : !sa.array<20xf32, inout>
    } else {
      sa.accumulate add %x, %A[%i] : !sa.array<20xf32, inout>
    }
  }
  sa.return
}

// The range of a kernel is not cut; its work-items ask once.

// CHECK-LABEL: sa.func @kernel
// CHECK:      affine.for %[[I:.*]] = 0 to 10 {
// CHECK-NEXT:   affine.if #{{.*}}(%[[I]]) {
// CHECK-NEXT:     affine.for %[[I:.*]] = 0 to 5 {
// CHECK-NEXT:       arith.constant
// CHECK-NEXT:       sa.accumulate add
// CHECK-NEXT:       sa.accumulate mul
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     affine.for %[[I2:.*]] = 0 to 5 {
// CHECK-NEXT:       arith.constant
// CHECK-NEXT:       sa.accumulate add
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: } {sa.execution = #sa.execution<parallel>}
sa.func @kernel(%A: !sa.array<10x5xf32, inout>, %B: !sa.array<7x5xf32, inout>) {
  affine.for %i = 0 to 10 {
    affine.for %k = 0 to 5 {
      %x = arith.constant 2.0 : f32
      sa.accumulate add %x, %A[%i, %k] : !sa.array<10x5xf32, inout>
      affine.if affine_set<(i) : (6 - i >= 0)>(%i) {
        sa.accumulate mul %x, %B[%i, %k] : !sa.array<7x5xf32, inout>
      }
    }
  } {sa.execution = #sa.execution<parallel>}
  sa.return
}

// A vectorized loop that starts later in the first tile, which padding at the
// front makes, is whole in all the others.

// CHECK-LABEL: sa.func @front
// CHECK:      affine.for %[[I:.*]] = 3 to 8 {
// CHECK:      } {sa.execution = #sa.execution<vectorize>}
// CHECK:      affine.for %[[K:.*]] = 8 to 104 step 8 {
// CHECK-NEXT:   affine.for %[[I2:.*]] = 0 to 8 {
// CHECK:        } {sa.execution = #sa.execution<vectorize>}
// CHECK-NEXT: }
// CHECK-NEXT: }
sa.func @front(%A: !sa.array<104xf32, inout>) {
  affine.for %k = 0 to 104 step 8 {
    affine.for %kk = max affine_map<(k) -> (3 - k, 0)>(%k) to 8 {
      %x = arith.constant 2.0 : f32
      %j = affine.apply affine_map<(k, kk) -> (k + kk - 3)>(%k, %kk)
      sa.accumulate add %x, %A[%j] : !sa.array<104xf32, inout>
    } {sa.execution = #sa.execution<vectorize>}
  }
  sa.return
}
