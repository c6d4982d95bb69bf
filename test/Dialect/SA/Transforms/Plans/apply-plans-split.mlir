// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans))' | FileCheck %s

// Loops that are split: pieces that fit need no bound, others a minimum; a split
// of a split has one bound for each.

sa.func @fits(%A: !sa.array<64x8xf32, input>, %B: !sa.array<64x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (64, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<64x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<64x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %ii = sa.split %i by 8 as "ii"
  }
}
sa.func @edge(%A: !sa.array<50x8xf32, input>, %B: !sa.array<50x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (50, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<50x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<50x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %ii = sa.split %i by 8 as "ii"
  }
}
sa.func @larger(%A: !sa.array<5x8xf32, input>, %B: !sa.array<5x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (5, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<5x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<5x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %ii = sa.split %i by 8 as "ii"
  }
}
sa.func @twice(%A: !sa.array<50x8xf32, input>, %B: !sa.array<50x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (50, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<50x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<50x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %ii = sa.split %i by 8 as "ii"
    %iii = sa.split %ii by 3 as "iii"
  }
}
sa.func @outer_again(%A: !sa.array<50x8xf32, input>, %B: !sa.array<50x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (50, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<50x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<50x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %ii = sa.split %i by 8 as "ii"
    %io = sa.split %i by 2 as "io"
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
    %ii = sa.split %i by 8 as "ii"
    %jj = sa.split %j by 16 as "jj"
    sa.reorder %i, %j, %ii, %jj
  }
}
sa.func @empty(%A: !sa.array<0x1xf32, input>, %B: !sa.array<0x1xf32, inout>) {
  sa.nest "copy" (%i, %j) to (0, 1) {
    %a = sa.load %A[%i, %j] : !sa.array<0x1xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<0x1xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %ii = sa.split %i by 8 as "ii"
  }
}

// CHECK-DAG: #[[$MAP:.*]] = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK-DAG: #[[$MAP1:.*]] = affine_map<(d0) -> (8, -d0 + 50)>
// CHECK-DAG: #[[$MAP2:.*]] = affine_map<(d0) -> (8, -d0 + 5)>
// CHECK-DAG: #[[$MAP3:.*]] = affine_map<(d0, d1) -> (3, -d0 - d1 + 50, -d1 + 8)>
// CHECK-DAG: #[[$MAP4:.*]] = affine_map<(d0, d1, d2) -> (d0 + d1 + d2)>
// CHECK-DAG: #[[$MAP5:.*]] = affine_map<(d0) -> (16, -d0 + 50)>
// CHECK-DAG: #[[$MAP6:.*]] = affine_map<(d0, d1) -> (8, -d0 - d1 + 50)>
// CHECK-DAG: #[[$MAP7:.*]] = affine_map<(d0, d1, d2) -> (d0 + d1 + d2)>
// CHECK-DAG: #[[$MAP8:.*]] = affine_map<(d0)[s0] -> (8, -d0 + s0)>
// CHECK-DAG: #[[$MAP9:.*]] = affine_map<(d0)[s0] -> (16, -d0 + s0)>
//
// CHECK-LABEL: sa.func @fits
// CHECK:      affine.for %{{.*}} = 0 to 64 step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<64x8xf32, input>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<64x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @edge
// CHECK:      affine.for %{{.*}} = 0 to 50 step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$MAP1]](%{{.*}}) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @larger
// CHECK:      affine.for %{{.*}} = 0 to 5 step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$MAP2]](%{{.*}}) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<5x8xf32, input>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<5x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @twice
// CHECK:      affine.for %{{.*}} = 0 to 50 step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$MAP1]](%{{.*}}) step 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$MAP3]](%{{.*}}, %{{.*}}) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP4]](%{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "iii"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @outer_again
// CHECK:      affine.for %{{.*}} = 0 to 50 step 16 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$MAP5]](%{{.*}}) step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$MAP6]](%{{.*}}, %{{.*}}) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP7]](%{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "io"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @run_time
// CHECK:      %{{.*}} = sa.dim %A, 0 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: %{{.*}} = sa.dim %A, 1 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: %{{.*}} = sa.dim %A, 0 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: %{{.*}} = sa.dim %A, 1 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: affine.for %{{.*}} = 0 to %{{.*}} step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to %{{.*}} step 16 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$MAP8]](%{{.*}})[%{{.*}}] {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$MAP9]](%{{.*}})[%{{.*}}] {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : !sa.array<?x?xf32, inout, sizes = [M, N]>
// CHECK-NEXT: } {sa.index = "jj"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @empty
// CHECK-NOT:  affine.for
