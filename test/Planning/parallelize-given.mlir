// RUN: saopt %s --sa-parallelize | FileCheck %s

// What a nest says about itself stays; nests without indices or points have
// nothing to conflict.

// CHECK-LABEL: sa.func @given
// CHECK:         sa.nest (%i, %j) to (4, 8) parallel("j") {
// CHECK:         sa.nest (%i, %j) to (4, 8) parallel() {
sa.func @given(%C: !sa.array<4x8xf32, inout>, %x: f32) {
  sa.nest (%i, %j) to (4, 8) parallel("j") {
    sa.store %x, %C[%i, %j] : !sa.array<4x8xf32, inout>
  }
  sa.nest (%i, %j) to (4, 8) parallel() {
    sa.store %x, %C[%i, %j] : !sa.array<4x8xf32, inout>
  }
}

// CHECK-LABEL: sa.func @no_indices
// CHECK:         sa.nest () to () parallel() {
sa.func @no_indices(%C: !sa.array<f32, inout>, %x: f32) {
  sa.nest () to () {
    sa.store %x, %C[] : !sa.array<f32, inout>
  }
}

// CHECK-LABEL: sa.func @no_points
// CHECK:         sa.nest (%i, %j) to (4, 0) parallel("i", "j") {
sa.func @no_points(%C: !sa.array<f32, inout>, %x: f32) {
  sa.nest (%i, %j) to (4, 0) {
    sa.store %x, %C[] : !sa.array<f32, inout>
  }
}
