// RUN: saopt %s --sa-parallelize | FileCheck %s

// Accesses with coefficients: whether they meet is a question about integers.

// Even and odd elements.
// CHECK-LABEL: sa.func @even_and_odd
// CHECK:         sa.nest (%i) to (8) parallel("i") {
sa.func @even_and_odd(%A: !sa.array<16xf32, inout>) {
  sa.nest (%i) to (8) {
    %even = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %odd = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
    %a = sa.load %A[%even] : !sa.array<16xf32, inout>
    sa.store %a, %A[%odd] : !sa.array<16xf32, inout>
  }
}

// 2 * 2 = 4 and 4 are the same element.
// CHECK-LABEL: sa.func @even_and_all
// CHECK:         sa.nest (%i) to (8) parallel() {
sa.func @even_and_all(%A: !sa.array<16xf32, inout>) {
  sa.nest (%i) to (8) {
    %even = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %a = sa.load %A[%i] : !sa.array<16xf32, inout>
    sa.store %a, %A[%even] : !sa.array<16xf32, inout>
  }
}

// 3i and 5j + 1 meet in 6, but not as early as i, j < 2.
// CHECK-LABEL: sa.func @too_small_to_meet
// CHECK:         sa.nest (%i) to (2) parallel("i") {
sa.func @too_small_to_meet(%A: !sa.array<16xf32, inout>) {
  sa.nest (%i) to (2) {
    %threes = affine.apply affine_map<(d0) -> (d0 * 3)>(%i)
    %fives = affine.apply affine_map<(d0) -> (d0 * 5 + 1)>(%i)
    %a = sa.load %A[%threes] : !sa.array<16xf32, inout>
    sa.store %a, %A[%fives] : !sa.array<16xf32, inout>
  }
}

// CHECK-LABEL: sa.func @large_enough_to_meet
// CHECK:         sa.nest (%i) to (3) parallel() {
sa.func @large_enough_to_meet(%A: !sa.array<16xf32, inout>) {
  sa.nest (%i) to (3) {
    %threes = affine.apply affine_map<(d0) -> (d0 * 3)>(%i)
    %fives = affine.apply affine_map<(d0) -> (d0 * 5 + 1)>(%i)
    %a = sa.load %A[%threes] : !sa.array<16xf32, inout>
    sa.store %a, %A[%fives] : !sa.array<16xf32, inout>
  }
}

// 4i + j counts every element once, 3i + j does not.
// CHECK-LABEL: sa.func @flattened
// CHECK:         sa.nest (%i, %j) to (4, 4) parallel("i", "j") {
// CHECK:         sa.nest (%i, %j) to (4, 4) parallel() {
sa.func @flattened(%A: !sa.array<16xf32, inout>, %x: f32) {
  sa.nest (%i, %j) to (4, 4) {
    %at = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %j)
    sa.store %x, %A[%at] : !sa.array<16xf32, inout>
  }
  sa.nest (%i, %j) to (4, 4) {
    %at = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1)>(%i, %j)
    sa.store %x, %A[%at] : !sa.array<16xf32, inout>
  }
}
