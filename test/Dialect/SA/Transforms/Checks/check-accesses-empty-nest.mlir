// RUN: saopt %s --sa-check-accesses | FileCheck %s

// A nest without points accesses nothing, whatever its body says.

// CHECK-LABEL: sa.func @zero
// CHECK:         sa.nest (%i, %j) to (8, 0)
// CHECK:           sa.store
sa.func @zero(%C: !sa.array<4xf32, inout>, %x: f32) {
  sa.nest (%i, %j) to (8, 0) {
    sa.store %x, %C[%i] : !sa.array<4xf32, inout>
  }
}

// A size that is never positive: N - N.
!V = !sa.array<?xf32, inout, sizes = [N]>
// CHECK-LABEL: sa.func @difference
// CHECK:         sa.store
sa.func @difference(%A: !V, %x: f32) {
  %one = arith.constant 1 : index
  %n = sa.dim %A, 0 : !V
  %nothing = arith.subi %n, %n : index
  sa.nest (%i) to (%nothing) {
    %next = arith.addi %i, %one : index
    sa.store %x, %A[%next] : !V
  }
}
