// RUN: saopt %s --sa-check-accesses --sa-check-outputs | FileCheck %s

// What indices of rounds are is known to proofs; what an earlier nest of a round
// wrote, a later one may read.

!rows = !sa.array<?x8xf32, output, sizes = [N]>

// CHECK-LABEL: sa.func @trajectory(%R: !sa.array<?x8xf32, output, sizes = [N]>
// CHECK-NOT:     sa.filled
sa.func @trajectory(%R: !rows, %A: !sa.array<8xf32, inout>) {
  %n = sa.dim %R, 0 : !rows
  sa.loop (%t) to (%n) {
    sa.nest (%i) to (8) {
      %a = sa.load %A[%i] : !sa.array<8xf32, inout>
      sa.store %a, %R[%t, %i] : !rows
    }
    sa.nest (%i) to (8) {
      %a = sa.load %R[%t, %i] : !rows
      sa.accumulate add %a, %A[%i] : !sa.array<8xf32, inout>
    }
  }
}

// What is left of a triangle in round k.
// CHECK-LABEL: sa.func @triangle
sa.func @triangle(%A: !sa.array<?x?xf32, inout, sizes = [N, N]>) {
  %n = sa.dim %A, 0 : !sa.array<?x?xf32, inout, sizes = [N, N]>
  %one = arith.constant 1 : index
  sa.loop (%k) to (%n) {
    %left = index.sub %n, %k
    %rest = index.sub %left, %one
    sa.nest (%i) to (%rest) {
      %row = index.add %i, %k
      %next = index.add %row, %one
      %a = sa.load %A[%next, %k] : !sa.array<?x?xf32, inout, sizes = [N, N]>
      sa.store %a, %A[%k, %next] : !sa.array<?x?xf32, inout, sizes = [N, N]>
    }
  }
}
