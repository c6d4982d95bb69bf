// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans))' | FileCheck %s

// Other orders, padded and skewed loops, and loops that say how they run.

// CHECK-DAG: #[[$MAP:.*]] = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK-DAG: #[[$MAP2:.*]] = affine_map<(d0) -> (d0 - 3)>
// CHECK-DAG: #[[$MAP3:.*]] = affine_map<(d0) -> (0, -d0 + 3)>
// CHECK-DAG: #[[$MAP4:.*]] = affine_map<(d0) -> (4, -d0 + 9)>
// CHECK-DAG: #[[$MAP5:.*]] = affine_map<(d0, d1) -> (d0 + d1 - 3)>
// CHECK-DAG: #[[$MAP6:.*]] = affine_map<(d0) -> (0, d0 - 5)>
// CHECK-DAG: #[[$MAP7:.*]] = affine_map<(d0) -> (8, d0 + 1)>
// CHECK-DAG: #[[$MAP8:.*]] = affine_map<(d0, d1) -> (d0 - d1)>

// CHECK-LABEL: sa.func @reorder
// CHECK:      affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 6 {
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[I]], %[[J]]] : !sa.array<6x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[I]], %[[J]]] : !sa.array<6x8xf32, inout>
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: }
sa.func @reorder(%A: !sa.array<6x8xf32, input>, %B: !sa.array<6x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (6, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<6x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<6x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    sa.reorder %j, %i
  }
}

// CHECK-LABEL: sa.func @some
// CHECK:      affine.for %[[I:.*]] = 0 to 6 step 2 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 2 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP]](%[[I]], %[[II]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<6x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<6x8xf32, inout>
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
sa.func @some(%A: !sa.array<6x8xf32, input>, %B: !sa.array<6x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (6, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<6x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<6x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %ii = sa.split %i by 2 as "ii"
    sa.reorder %j, %ii
  }
}

// CHECK-LABEL: sa.func @pad
// CHECK:      affine.for %[[I:.*]] = 3 to 9 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP2]](%[[I]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<6x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<6x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
sa.func @pad(%A: !sa.array<6x8xf32, input>, %B: !sa.array<6x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (6, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<6x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<6x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    sa.pad %i by 3
  }
}

// CHECK-LABEL: sa.func @pad_and_split
// CHECK:      affine.for %[[I:.*]] = 0 to 9 step 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = max #[[$MAP3]](%[[I]]) to min #[[$MAP4]](%[[I]]) {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP5]](%[[I]], %[[II]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<6x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<6x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
sa.func @pad_and_split(%A: !sa.array<6x8xf32, input>, %B: !sa.array<6x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (6, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<6x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<6x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    sa.pad %i by 3
    %ii = sa.split %i by 4 as "ii"
  }
}

// CHECK-LABEL: sa.func @skew
// CHECK:      affine.for %[[I:.*]] = 0 to 13 {
// CHECK-NEXT: affine.for %[[J:.*]] = max #[[$MAP6]](%[[I]]) to min #[[$MAP7]](%[[I]]) {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP8]](%[[I]], %[[J]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<6x8xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<6x8xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
sa.func @skew(%A: !sa.array<6x8xf32, input>, %B: !sa.array<6x8xf32, inout>) {
  sa.nest "copy" (%i, %j) to (6, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<6x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<6x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    sa.skew %i with %j
  }
}

// CHECK-LABEL: sa.func @runs
// CHECK:      affine.for %[[I:.*]] = 0 to 64 step 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 64 step 16 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[JJ:.*]] = 0 to 16 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP]](%[[I]], %[[II]])
// CHECK-NEXT: %[[INDEX2:.*]] = affine.apply #[[$MAP]](%[[J]], %[[JJ]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[INDEX2]]] : !sa.array<64x64xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[INDEX2]]] : !sa.array<64x64xf32, inout>
// CHECK-NEXT: } {sa.execution = #sa.execution<vectorize>, sa.index = "jj"}
// CHECK-NEXT: } {sa.execution = #sa.execution<unroll>, sa.index = "ii"}
// CHECK-NEXT: } {sa.execution = #sa.execution<parallel>, sa.index = "j", sa.max_threads = 4 : i64, sa.policy = #sa.policy<dynamic>}
// CHECK-NEXT: } {sa.execution = #sa.execution<parallel>, sa.index = "i", sa.max_threads = 4 : i64, sa.policy = #sa.policy<dynamic>}
// CHECK-NEXT: }
sa.func @runs(%A: !sa.array<64x64xf32, input>, %B: !sa.array<64x64xf32, inout>) {
  sa.nest "copy" (%i, %j) to (64, 64) {
    %a = sa.load %A[%i, %j] : !sa.array<64x64xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<64x64xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %ii = sa.split %i by 8 as "ii"
    %jj = sa.split %j by 16 as "jj"
    sa.reorder %i, %j, %ii, %jj
    sa.parallelize %i, %j max_threads(4) policy(<dynamic>)
    sa.unroll %ii
    sa.vectorize %jj
  }
}

// CHECK-LABEL: sa.func @bind
// CHECK:      affine.for %[[I:.*]] = 0 to 64 step 8 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 64 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP]](%[[I]], %[[II]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[J]]] : !sa.array<64x64xf32, input>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[INDEX]], %[[J]]] : !sa.array<64x64xf32, inout>
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.execution = #sa.execution<thread_x>, sa.index = "ii"}
// CHECK-NEXT: } {sa.execution = #sa.execution<block_x>, sa.index = "i"}
// CHECK-NEXT: }
sa.func @bind(%A: !sa.array<64x64xf32, input>, %B: !sa.array<64x64xf32, inout>) {
  sa.nest "copy" (%i, %j) to (64, 64) {
    %a = sa.load %A[%i, %j] : !sa.array<64x64xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<64x64xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    %ii = sa.split %i by 8 as "ii"
    sa.reorder %i, %ii, %j
    sa.bind %i to block_x
    sa.bind %ii to thread_x
  }
}
