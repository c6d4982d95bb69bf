// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans))' | FileCheck %s

// Constraints of a nest bound the loops that they become: no condition is left in
// the inner ones.

// CHECK-DAG: #[[$MAP:.*]] = affine_map<(d0) -> (50, d0 + 8)>
// CHECK-DAG: #[[$MAP1:.*]] = affine_map<(d0, d1) -> (0, -d0 + d1)>
// CHECK-DAG: #[[$MAP2:.*]] = affine_map<(d0) -> (8, -d0 + 50)>
// CHECK-DAG: #[[$MAP3:.*]] = affine_map<(d0, d1, d2) -> (8, d0 - d1 + d2 + 1)>
// CHECK-DAG: #[[$MAP4:.*]] = affine_map<(d0, d1) -> (d0 + d1)>

// CHECK-LABEL: sa.func @triangle
// CHECK:      affine.for %[[I:.*]] = 0 to 50 step 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to min #[[$MAP]](%[[I]]) step 8 {
// CHECK-NEXT: affine.for %[[II:.*]] = max #[[$MAP1]](%[[I]], %[[J]]) to min #[[$MAP2]](%[[I]]) {
// CHECK-NEXT: affine.for %[[JJ:.*]] = 0 to min #[[$MAP3]](%[[I]], %[[J]], %[[II]]) {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP4]](%[[I]], %[[II]])
// CHECK-NEXT: %[[INDEX2:.*]] = affine.apply #[[$MAP4]](%[[J]], %[[JJ]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX]], %[[INDEX2]]] : !sa.array<50x50xf32, inout>
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[A_VALUE]], %[[A_VALUE]] : f32
// CHECK-NEXT: sa.store %[[ADDF]], %A[%[[INDEX]], %[[INDEX2]]] : !sa.array<50x50xf32, inout>
// CHECK-NEXT: } {sa.index = "jj"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
sa.func @triangle(%A: !sa.array<50x50xf32, inout>) {
  sa.nest "tri" (%i, %j) to (50, 50) where affine_set<(i, j) : (i - j >= 0)> {
    %a = sa.load %A[%i, %j] : !sa.array<50x50xf32, inout>
    %b = arith.addf %a, %a : f32
    sa.store %b, %A[%i, %j] : !sa.array<50x50xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "tri"
    %ii = sa.split %i by 8 as "ii"
    %jj = sa.split %j by 8 as "jj"
    sa.reorder %i, %j, %ii, %jj
  }
}
