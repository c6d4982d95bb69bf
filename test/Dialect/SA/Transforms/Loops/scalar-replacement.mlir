// RUN: saopt %s --split-input-file --pass-pipeline='builtin.module(sa.func(sa-scalar-replacement))' | FileCheck %s

// Rows that are provably different are carried through the loop, and through
// the one around it.

// CHECK-LABEL: sa.func @rows
// CHECK: affine.for %[[I:.*]] = 0 to 64 step 2 {
// CHECK: %[[C0:.*]] = sa.load %C[%[[I]]]
// CHECK: %[[C1:.*]] = sa.load %C[%[[J:.*]]]
// CHECK: %[[OUTER:.*]]:2 = affine.for %[[ARG1:.*]] = 0 to 4 iter_args(%[[O0:.*]] = %[[C0]], %[[O1:.*]] = %[[C1]])
// CHECK-NEXT: %[[INNER:.*]]:2 = affine.for %[[ARG4:.*]] = 0 to 8 iter_args(%[[I0:.*]] = %[[O0]], %[[I1:.*]] = %[[O1]])
// CHECK-NOT: sa.accumulate
// CHECK: %[[S0:.*]] = arith.addf %[[I0]]
// CHECK: %[[S1:.*]] = arith.addf %[[I1]]
// CHECK: affine.yield %[[S0]], %[[S1]]
// CHECK: affine.yield %[[INNER]]#0, %[[INNER]]#1
// CHECK: sa.store %[[OUTER]]#0, %C[%[[I]]]
// CHECK: sa.store %[[OUTER]]#1, %C[%[[ARG:.*]]]
sa.func @rows(%A: !sa.array<64x32xf32, input>, %C: !sa.array<64xf32, inout>) {
  affine.for %i = 0 to 64 step 2 {
    affine.for %k = 0 to 4 {
      affine.for %kk = 0 to 8 {
        %p = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%k, %kk)
        %a = sa.load %A[%i, %p] : !sa.array<64x32xf32, input>
        sa.accumulate add %a, %C[%i] : !sa.array<64xf32, inout>
        %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
        %b = sa.load %A[%j, %p] : !sa.array<64x32xf32, input>
        sa.accumulate add %b, %C[%j] : !sa.array<64xf32, inout>
      } {sa.index = "kk"}
    } {sa.index = "k"}
  } {sa.index = "i"}
}

// -----

// Vectors, with sizes that are known at run time: a loop that may not run is
// guarded.

// CHECK: #[[$RUNS:.*]] = affine_set<()[s0] : (s0 - 1 >= 0)>
// CHECK-LABEL: sa.func @vectors
// CHECK: affine.if #[[$RUNS]]()[%[[ARG:.*]]] {
// CHECK-NEXT: %[[C:.*]] = sa.vector_load %C[%[[ARG0:.*]]] step [1]
// CHECK-NEXT: %[[R:.*]] = affine.for %[[ARG1:.*]] = 0 to %[[ARG]] iter_args(%[[V:.*]] = %[[C]]) -> (vector<4xf32>)
// CHECK-NOT: %C
// CHECK: }
// CHECK: sa.vector_store %[[R]], %C[%[[ARG0]]] step [1]
!A = !sa.array<?x?xf32, input, sizes = ["k", "n"]>
!C = !sa.array<?xf32, inout, sizes = ["n"]>
sa.func @vectors(%A: !A, %C: !C) {
  %n = sa.dim %C, 0 : !C
  %depth = sa.dim %A, 0 : !A
  affine.for %j = 0 to %n step 4 {
    affine.for %k = 0 to %depth {
      %a = sa.vector_load %A[%k, %j] step [0, 1] : !A to vector<4xf32>
      %c = sa.vector_load %C[%j] step [1] : !C to vector<4xf32>
      %s = arith.addf %c, %a : vector<4xf32>
      sa.vector_store %s, %C[%j] step [1] : vector<4xf32> to !C
    } {sa.index = "k"}
  } {sa.index = "j"}
}

// -----

// The last piece of a split loop has iterations: no guard.

// CHECK-LABEL: sa.func @piece
// CHECK-NOT: affine.if
// CHECK: affine.for %[[ARG2:.*]] = 0 to min {{.*}} iter_args
sa.func @piece(%A: !sa.array<?xf32, input, sizes = ["n"]>, %C: !sa.array<8xf32, inout>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, input, sizes = ["n"]>
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to %n step 8 {
      affine.for %kk = 0 to min affine_map<(d0)[s0] -> (8, s0 - d0)>(%k)[%n] {
        %p = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%k, %kk)
        %a = sa.load %A[%p] : !sa.array<?xf32, input, sizes = ["n"]>
        sa.accumulate add %a, %C[%i] : !sa.array<8xf32, inout>
      } {sa.index = "kk"}
    } {sa.index = "k", sa.execution = #sa.execution<parallel>}
  } {sa.index = "i"}
}

// -----

// A condition hands on what it changes.

// CHECK-LABEL: sa.func @first
// CHECK: %[[OLD:.*]] = sa.load %C
// CHECK: affine.for {{.*}} iter_args(%[[C:.*]] = %[[OLD]])
// CHECK: %[[START:.*]] = affine.if #{{.*}}(%[[ARG1:.*]]) -> f32 {
// CHECK: affine.yield %[[CST:.*]] : f32
// CHECK: } else {
// CHECK: affine.yield %[[C]] : f32
// CHECK: %[[SUM:.*]] = arith.addf %[[START]]
// CHECK: affine.yield %[[SUM]]
sa.func @first(%A: !sa.array<8x8xf32, input>, %C: !sa.array<8xf32, inout>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 8 {
      affine.if affine_set<(d0) : (d0 == 0)>(%k) {
        %zero = arith.constant 0.0 : f32
        sa.store %zero, %C[%i] : !sa.array<8xf32, inout>
      }
      %a = sa.load %A[%i, %k] : !sa.array<8x8xf32, input>
      sa.accumulate add %a, %C[%i] : !sa.array<8xf32, inout>
    } {sa.index = "k"}
  } {sa.index = "i"}
}

// -----

// Straight-line code keeps what it writes more than once in registers until its
// end; a store that comes first needs no load.

// CHECK-LABEL: sa.func @straight
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK: %[[C0:.*]] = sa.load %C[%[[I]], %[[C0_0:.*]]]
// CHECK-NEXT: %[[C1:.*]] = arith.addf %[[C0]], %x
// CHECK-NEXT: %[[C2:.*]] = arith.addf %[[C1]], %x
// CHECK-NEXT: %[[D:.*]] = arith.addf %x, %x
// CHECK-DAG: sa.store %[[C2]], %C[%[[I]], %{{.*}}]
// CHECK-DAG: sa.store %[[D]], %C[%[[I]], %{{.*}}]
// CHECK-NOT: %C[
// CHECK: sa.execution = #sa.execution<parallel>
!C = !sa.array<8x2xf32, inout>
sa.func @straight(%C: !C, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 8 {
    sa.accumulate add %x, %C[%i, %c0] : !C
    sa.store %x, %C[%i, %c1] : !C
    sa.accumulate add %x, %C[%i, %c0] : !C
    sa.accumulate add %x, %C[%i, %c1] : !C
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}
