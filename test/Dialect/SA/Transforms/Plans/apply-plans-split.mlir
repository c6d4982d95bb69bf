// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans))' | FileCheck %s

// Loops that are split: pieces that fit need no bound, others a minimum; a split
// of a split has one bound for each.

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

// CHECK-LABEL: sa.func @fits
// CHECK:      affine.for %[[I:.*]] = 0 to 64 step 8 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP]](%[[I]], %[[II]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<64x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<64x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
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

// CHECK-LABEL: sa.func @edge
// CHECK:      affine.for %[[I:.*]] = 0 to 50 step 8 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to min #[[$MAP1]](%[[I]]) {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP]](%[[I]], %[[II]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
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

// CHECK-LABEL: sa.func @larger
// CHECK:      affine.for %[[I:.*]] = 0 to 5 step 8 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to min #[[$MAP2]](%[[I]]) {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP]](%[[I]], %[[II]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<5x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<5x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
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

// CHECK-LABEL: sa.func @twice
// CHECK:      affine.for %[[I:.*]] = 0 to 50 step 8 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to min #[[$MAP1]](%[[I]]) step 3 {
// CHECK-NEXT: affine.for %[[III:.*]] = 0 to min #[[$MAP3]](%[[I]], %[[II]]) {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP4]](%[[I]], %[[II]], %[[III]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "iii"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
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

// CHECK-LABEL: sa.func @outer_again
// CHECK:      affine.for %[[I:.*]] = 0 to 50 step 16 {
// CHECK-NEXT: affine.for %[[IO:.*]] = 0 to min #[[$MAP5]](%[[I]]) step 8 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to min #[[$MAP6]](%[[I]], %[[IO]]) {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP7]](%[[I]], %[[IO]], %[[II]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<50x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "io"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
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

// CHECK-LABEL: sa.func @run_time
// CHECK:      %[[A_SIZE0:.*]] = sa.dim %A, 0 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: %[[A_SIZE1:.*]] = sa.dim %A, 1 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: %[[A_SIZE02:.*]] = sa.dim %A, 0 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: %[[A_SIZE12:.*]] = sa.dim %A, 1 : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to %[[A_SIZE02]] step 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to %[[A_SIZE12]] step 16 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to min #[[$MAP8]](%[[I]])[%[[A_SIZE02]]] {
// CHECK-NEXT: affine.for %[[JJ:.*]] = 0 to min #[[$MAP9]](%[[J]])[%[[A_SIZE12]]] {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP]](%[[I]], %[[II]])
// CHECK-NEXT: %[[INDEX2:.*]] = affine.apply #[[$MAP]](%[[J]], %[[JJ]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[INDEX2]]] : !sa.array<?x?xf32, input, sizes = [M, N]>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[INDEX2]]] : !sa.array<?x?xf32, inout, sizes = [M, N]>
// CHECK-NEXT: } {sa.index = "jj"}
// CHECK-NEXT: } {sa.index = "ii"}
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
    %ii = sa.split %i by 8 as "ii"
    %jj = sa.split %j by 16 as "jj"
    sa.reorder %i, %j, %ii, %jj
  }
}

// CHECK-LABEL: sa.func @empty
// CHECK-NOT:  affine.for
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
