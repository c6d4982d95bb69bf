// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans,sa-peel-loops))' | FileCheck %s

// Loops that need a known number of iterations lose their edges to a part of their own:
// loops are cut in two, ranges of kernels choose.

// CHECK-DAG: #[[$MAP:.*]] = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK-DAG: #[[$MAP1:.*]] = affine_map<(d0, d1, d2) -> (d0 + d1 + d2)>
// CHECK-DAG: #[[$MAP2:.*]] = affine_map<()[s0] -> (s0, (s0 floordiv 8) * 8)>
// CHECK-DAG: #[[$MAP3:.*]] = affine_map<()[s0] -> (0, (s0 floordiv 8) * 8)>
// CHECK-DAG: #[[$MAP4:.*]] = affine_map<(d0)[s0] -> (8, -d0 + s0)>
// CHECK-DAG: #[[$MAP5:.*]] = affine_map<(d0) -> (8, -d0 + 50)>
// CHECK-DAG: #[[$SET:.*]] = affine_set<(d0) : (-d0 + 47 >= 0)>

// CHECK-LABEL: sa.func @cut
// CHECK:      affine.for %[[I:.*]] = 0 to 48 step 8 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP]](%[[I]], %[[II]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.execution = #sa.execution<unroll>, sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: affine.for %[[I2:.*]] = 48 to 50 step 8 {
// CHECK-NEXT: %[[C48:.*]] = arith.constant 48 : index
// CHECK-NEXT: affine.for %[[II2:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[J2:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX2:.*]] = affine.apply #[[$MAP]](%[[C48]], %[[II2]])
// CHECK-NEXT: %[[A_VALUE2:.*]] = sa.load %A[%[[INDEX2]], %[[J2]]] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE2]], %B[%[[INDEX2]], %[[J2]]] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.execution = #sa.execution<unroll>, sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
sa.func @cut(%A: !sa.array<50x8xf32, input>, %B: !sa.array<50x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (50, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<50x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<50x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %ii = sa.split %i by 8 as "ii"
    sa.unroll %ii
  }
}

// CHECK-LABEL: sa.func @choose
// CHECK:      affine.for %[[I:.*]] = 0 to 50 step 8 {
// CHECK-NEXT: affine.if #[[$SET]](%[[I]]) {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP]](%[[I]], %[[II]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.execution = #sa.execution<unroll>, sa.index = "ii"}
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[C48:.*]] = arith.constant 48 : index
// CHECK-NEXT: affine.for %[[II2:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[J2:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX2:.*]] = affine.apply #[[$MAP]](%[[C48]], %[[II2]])
// CHECK-NEXT: %[[A_VALUE2:.*]] = sa.load %A[%[[INDEX2]], %[[J2]]] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE2]], %B[%[[INDEX2]], %[[J2]]] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.execution = #sa.execution<unroll>, sa.index = "ii"}
// CHECK-NEXT: }
// CHECK-NEXT: } {sa.execution = #sa.execution<parallel>, sa.index = "i"}
// CHECK-NEXT: }
sa.func @choose(%A: !sa.array<50x8xf32, input>, %B: !sa.array<50x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (50, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<50x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<50x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %ii = sa.split %i by 8 as "ii"
    sa.parallelize %i
    sa.unroll %ii
  }
}

// CHECK-LABEL: sa.func @twice
// CHECK:      affine.for %[[I:.*]] = 0 to 32 step 32 {
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 32 step 8 {
// CHECK-NEXT: affine.for %[[III:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP1]](%[[C0]], %[[II]], %[[III]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.execution = #sa.execution<unroll>, sa.index = "iii"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: affine.for %[[I2:.*]] = 32 to 50 step 32 {
// CHECK-NEXT: %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT: affine.for %[[II2:.*]] = 0 to 16 step 8 {
// CHECK-NEXT: affine.for %[[III2:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[J2:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX2:.*]] = affine.apply #[[$MAP1]](%[[C32]], %[[II2]], %[[III2]])
// CHECK-NEXT: %[[A_VALUE2:.*]] = sa.load %A[%[[INDEX2]], %[[J2]]] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE2]], %B[%[[INDEX2]], %[[J2]]] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.execution = #sa.execution<unroll>, sa.index = "iii"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT: affine.for %[[III3:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[J3:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX3:.*]] = affine.apply #[[$MAP1]](%[[C32]], %[[C16]], %[[III3]])
// CHECK-NEXT: %[[A_VALUE3:.*]] = sa.load %A[%[[INDEX3]], %[[J3]]] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE3]], %B[%[[INDEX3]], %[[J3]]] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.execution = #sa.execution<unroll>, sa.index = "iii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
sa.func @twice(%A: !sa.array<50x8xf32, input>, %B: !sa.array<50x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (50, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<50x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<50x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %ii = sa.split %i by 32 as "ii"
    %iii = sa.split %ii by 8 as "iii"
    sa.unroll %iii
  }
}

// CHECK-LABEL: sa.func @run_time
// CHECK:      %[[A_SIZE0:.*]] = sa.dim %A, 0 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: %[[A_SIZE1:.*]] = sa.dim %A, 1 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: %[[A_SIZE02:.*]] = sa.dim %A, 0 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: %[[A_SIZE12:.*]] = sa.dim %A, 1 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to %[[A_SIZE02]] {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to min #[[$MAP2]]()[%[[A_SIZE12]]] step 8 {
// CHECK-NEXT: affine.for %[[JJ:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP]](%[[J]], %[[JJ]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[I]], %[[INDEX]]] : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[I]], %[[INDEX]]] : !sa.array<?x?xf32, inout, sizes = [M, N]>
// CHECK-NEXT: } {sa.execution = #sa.execution<vectorize>, sa.index = "jj"}
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: affine.for %[[J2:.*]] = max #[[$MAP3]]()[%[[A_SIZE12]]] to %[[A_SIZE12]] step 8 {
// CHECK-NEXT: affine.for %[[FOUR:.*]] = 0 to min #{{.*}}(%[[J2]])[%[[A_SIZE12]]] step 4 {
// CHECK-NEXT: affine.for %[[JJ2:.*]] = 0 to 4 {
// CHECK-NEXT: %[[WITHIN:.*]] = affine.apply #[[$MAP]](%[[FOUR]], %[[JJ2]])
// CHECK-NEXT: %[[INDEX2:.*]] = affine.apply #[[$MAP]](%[[J2]], %[[WITHIN]])
// CHECK-NEXT: %[[A_VALUE2:.*]] = sa.load %A[%[[I]], %[[INDEX2]]] : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: sa.store %[[A_VALUE2]], %B[%[[I]], %[[INDEX2]]] : !sa.array<?x?xf32, inout, sizes = [M, N]>
// CHECK-NEXT: } {sa.execution = #sa.execution<vectorize>, sa.index = "jj"}
// CHECK-NEXT: } {sa.index = "jj"}
// CHECK-NEXT: affine.for %[[REST:.*]] = max #{{.*}}(%[[J2]])[%[[A_SIZE12]]] to min #{{.*}}(%[[J2]])[%[[A_SIZE12]]] step 4 {
// CHECK-NEXT: affine.for %[[JJ3:.*]] = 0 to min #{{.*}}(%[[J2]], %[[REST]])[%[[A_SIZE12]]] {
// CHECK-NEXT: %[[WITHIN3:.*]] = affine.apply #[[$MAP]](%[[REST]], %[[JJ3]])
// CHECK-NEXT: %[[INDEX3:.*]] = affine.apply #[[$MAP]](%[[J2]], %[[WITHIN3]])
// CHECK-NEXT: %[[A_VALUE3:.*]] = sa.load %A[%[[I]], %[[INDEX3]]] : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: sa.store %[[A_VALUE3]], %B[%[[I]], %[[INDEX3]]] : !sa.array<?x?xf32, inout, sizes = [M, N]>
// CHECK-NEXT: } {sa.execution = #sa.execution<vectorize>, sa.index = "jj"}
// CHECK-NEXT: } {sa.index = "jj"}
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
sa.func @run_time(%A: !sa.array<?x?xf32, input, sizes = [M, N]>, %B: !sa.array<?x?xf32, inout, sizes = [M, N]>) {
  %m = sa.dim %A, 0 : !sa.array<?x?xf32, input, sizes = [M, N]>
  %n = sa.dim %A, 1 : !sa.array<?x?xf32, input, sizes = [M, N]>
  sa.nest "copy" (%i, %j) to (%m, %n) {
    %a = sa.load %A[%i, %j] : !sa.array<?x?xf32, input, sizes = [M, N]>
    sa.store %a, %B[%i, %j] : !sa.array<?x?xf32, inout, sizes = [M, N]>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %jj = sa.split %j by 8 as "jj"
    sa.vectorize %jj
  }
}

// CHECK-LABEL: sa.func @plain
// CHECK:      affine.for %[[I:.*]] = 0 to 50 step 8 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to min #[[$MAP5]](%[[I]]) {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP]](%[[I]], %[[II]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
sa.func @plain(%A: !sa.array<50x8xf32, input>, %B: !sa.array<50x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (50, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<50x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<50x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %ii = sa.split %i by 8 as "ii"
  }
}
