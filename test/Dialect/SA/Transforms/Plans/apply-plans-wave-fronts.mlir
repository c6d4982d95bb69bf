// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans))' | FileCheck %s

// Tiles on a diagonal share an iteration, and so do points on a diagonal of a
// tile. The bounds of the loops say which ones there are, and no condition is
// left.

!A = !sa.array<37x41xf32, inout>

// CHECK-DAG: #[[$FIRST:.*]] = affine_map<(d0) -> (0, d0 - 32)>
// CHECK-DAG: #[[$END:.*]] = affine_map<(d0) -> (40, d0 + 1)>
// CHECK-DAG: #[[$HALF_FIRST:.*]] = affine_map<(d0) -> (0, d0 floordiv 2 - 16)>
// CHECK-DAG: #[[$HALF_END:.*]] = affine_map<(d0) -> (40, d0 floordiv 2 + 1)>
// CHECK-DAG: #[[$PIECE_FIRST:.*]] = affine_map<(d0) -> (0, d0 floordiv 6 - 5)>
// CHECK-DAG: #[[$PIECE_END:.*]] = affine_map<(d0) -> (5, d0 floordiv 6 + 1)>
// CHECK-DAG: #[[$PIECE:.*]] = affine_map<(d0, d1) -> (d0 * 8 + d1)>
// CHECK-DAG: #[[$POINT_FIRST:.*]] = affine_map<(d0, d1) -> (0, d0 + d1 - 35, d1 - 7)>
// CHECK-DAG: #[[$POINT_END:.*]] = affine_map<(d0) -> (8, d0 + 1)>

// CHECK-LABEL: sa.func @square
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 65 step 8 {
// CHECK-NEXT:      affine.for %[[J:.*]] = max #[[$FIRST]](%[[I]]) to min #[[$END]](%[[I]]) step 8 {
// CHECK-NEXT:        affine.for %[[II:.*]] = 0 to min #{{.*}}(%[[I]], %[[J]]) {
// CHECK-NEXT:          affine.for %[[JJ:.*]] = 0 to 8 {
// CHECK-NOT:             affine.if
sa.func @square(%A: !A) {
  sa.nest "n" (%i, %j) to (36, 40) {
    %one = arith.constant 1 : index
    %p = arith.addi %i, %one : index
    %q = arith.addi %j, %one : index
    %a = sa.load %A[%i, %q] : !A
    sa.store %a, %A[%p, %q] : !A
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 8 as "ii"
    %jj = sa.split %j by 8 as "jj"
    sa.reorder %i, %j, %ii, %jj
    sa.skew %i with %j
  }
}

// A tile of i is as far as two of j.

// CHECK-LABEL: sa.func @multiple
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 105 step 8 {
// CHECK-NEXT:      affine.for %[[J:.*]] = max #[[$HALF_FIRST]](%[[I]]) to min #[[$HALF_END]](%[[I]]) step 4 {
// CHECK-NOT:         affine.if
sa.func @multiple(%A: !A) {
  sa.nest "n" (%i, %j) to (36, 40) {
    %one = arith.constant 1 : index
    %p = arith.addi %i, %one : index
    %q = arith.addi %j, %one : index
    %a = sa.load %A[%i, %q] : !A
    sa.store %a, %A[%p, %q] : !A
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 8 as "ii"
    %jj = sa.split %j by 4 as "jj"
    sa.reorder %i, %j, %ii, %jj
    sa.skew %i with %j
  }
}

// Where sizes do not divide each other, the reference counts its pieces.

// CHECK-LABEL: sa.func @unequal
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 55 step 6 {
// CHECK-NEXT:      affine.for %[[J:.*]] = max #[[$PIECE_FIRST]](%[[I]]) to min #[[$PIECE_END]](%[[I]]) {
// CHECK-NOT:         affine.if
// CHECK:             affine.apply #[[$PIECE]](%[[J]], %[[ARG2:.*]])
sa.func @unequal(%A: !A) {
  sa.nest "n" (%i, %j) to (36, 40) {
    %one = arith.constant 1 : index
    %p = arith.addi %i, %one : index
    %q = arith.addi %j, %one : index
    %a = sa.load %A[%i, %q] : !A
    sa.store %a, %A[%p, %q] : !A
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 6 as "ii"
    %jj = sa.split %j by 8 as "jj"
    sa.reorder %i, %j, %ii, %jj
    sa.skew %i with %j
  }
}

// CHECK-LABEL: sa.func @points
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 36 step 8 {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 40 step 8 {
// CHECK-NEXT:        affine.for %[[II:.*]] = 0 to min #{{.*}}(%[[I]]) {
// CHECK-NEXT:          affine.for %[[JJ:.*]] = max #[[$POINT_FIRST]](%[[I]], %[[II]]) to min #[[$POINT_END]](%[[II]]) {
// CHECK-NOT:             affine.if
sa.func @points(%A: !A) {
  sa.nest "n" (%i, %j) to (36, 40) {
    %one = arith.constant 1 : index
    %p = arith.addi %i, %one : index
    %q = arith.addi %j, %one : index
    %a = sa.load %A[%i, %q] : !A
    sa.store %a, %A[%p, %q] : !A
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 8 as "ii"
    %jj = sa.split %j by 8 as "jj"
    sa.reorder %i, %j, %ii, %jj
    sa.skew %ii with %jj
  }
}
