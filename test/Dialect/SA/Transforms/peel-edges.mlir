// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans,sa-peel-edges))' | FileCheck %s

// Loops that need a known number of iterations lose their edges to a part of their own:
// loops are cut in two, ranges of kernels choose.

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

// CHECK-DAG: #[[$MAP:.*]] = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK-DAG: #[[$MAP1:.*]] = affine_map<(d0, d1, d2) -> (d0 + d1 + d2)>
// CHECK-DAG: #[[$MAP2:.*]] = affine_map<()[s0] -> (s0, (s0 floordiv 8) * 8)>
// CHECK-DAG: #[[$MAP3:.*]] = affine_map<()[s0] -> (0, (s0 floordiv 8) * 8)>
// CHECK-DAG: #[[$MAP4:.*]] = affine_map<(d0)[s0] -> (8, -d0 + s0)>
// CHECK-DAG: #[[$MAP5:.*]] = affine_map<(d0) -> (8, -d0 + 50)>
// CHECK-DAG: #[[$SET:.*]] = affine_set<(d0) : (-d0 + 47 >= 0)>
//
// CHECK-LABEL: sa.func @cut
// CHECK:      affine.for %{{.*}} = 0 to 48 step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii", sa.run = "unroll"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: affine.for %{{.*}} = 48 to 50 step 8 {
// CHECK-NEXT: %{{.*}} = arith.constant 48 : index
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii", sa.run = "unroll"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @choose
// CHECK:      affine.for %{{.*}} = 0 to 50 step 8 {
// CHECK-NEXT: affine.if #[[$SET]](%{{.*}}) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii", sa.run = "unroll"}
// CHECK-NEXT: } else {
// CHECK-NEXT: %{{.*}} = arith.constant 48 : index
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii", sa.run = "unroll"}
// CHECK-NEXT: }
// CHECK-NEXT: } {sa.index = "i", sa.run = "parallel"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @twice
// CHECK:      affine.for %{{.*}} = 0 to 32 step 32 {
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: affine.for %{{.*}} = 0 to 32 step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP1]](%{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "iii", sa.run = "unroll"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: affine.for %{{.*}} = 32 to 50 step 32 {
// CHECK-NEXT: %{{.*}} = arith.constant 32 : index
// CHECK-NEXT: affine.for %{{.*}} = 0 to 16 step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP1]](%{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "iii", sa.run = "unroll"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: %{{.*}} = arith.constant 16 : index
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP1]](%{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "iii", sa.run = "unroll"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @run_time
// CHECK:      %{{.*}} = sa.dim %A, 0 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: %{{.*}} = sa.dim %A, 1 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: %{{.*}} = sa.dim %A, 0 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: %{{.*}} = sa.dim %A, 1 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: affine.for %{{.*}} = 0 to %{{.*}} {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$MAP2]]()[%{{.*}}] step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<?x?xf32, inout, sizes = [M, N]>
// CHECK-NEXT: } {sa.index = "jj", sa.run = "vectorize"}
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: affine.for %{{.*}} = max #[[$MAP3]]()[%{{.*}}] to %{{.*}} step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$MAP4]](%{{.*}})[%{{.*}}] {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<?x?xf32, inout, sizes = [M, N]>
// CHECK-NEXT: } {sa.index = "jj", sa.run = "vectorize"}
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @plain
// CHECK:      affine.for %{{.*}} = 0 to 50 step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$MAP5]](%{{.*}}) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
