// RUN: saopt %s --sa-parallelize | FileCheck %s

// Accesses with divisions and remainders.

// 64 points, 64 elements.
// CHECK-LABEL: sa.func @rows_and_columns
// CHECK:         sa.nest (%i) to (64) parallel("i") {
sa.func @rows_and_columns(%C: !sa.array<8x8xf32, inout>, %x: f32) {
  sa.nest (%i) to (64) {
    %row = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    %column = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    sa.store %x, %C[%row, %column] : !sa.array<8x8xf32, inout>
  }
}

// Eight points share a row.
// CHECK-LABEL: sa.func @row_sums
// CHECK:         sa.nest (%i) to (64) parallel() {
sa.func @row_sums(%C: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (64) {
    %row = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    sa.accumulate add %x, %C[%row] : !sa.array<8xf32, inout>
  }
}

// A remainder repeats after 8 points, not before.
// CHECK-LABEL: sa.func @ring
// CHECK:         sa.nest (%i) to (8) parallel("i") {
// CHECK:         sa.nest (%i) to (9) parallel() {
sa.func @ring(%C: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (8) {
    %at = affine.apply affine_map<(d0) -> ((d0 + 3) mod 8)>(%i)
    sa.store %x, %C[%at] : !sa.array<8xf32, inout>
  }
  sa.nest (%i) to (9) {
    %at = affine.apply affine_map<(d0) -> ((d0 + 3) mod 8)>(%i)
    sa.store %x, %C[%at] : !sa.array<8xf32, inout>
  }
}

// Rounded up, points 1 and 2 share an element; point 0 has its own.
// CHECK-LABEL: sa.func @rounded_up
// CHECK:         sa.nest (%i) to (2) parallel("i") {
// CHECK:         sa.nest (%i) to (3) parallel() {
sa.func @rounded_up(%C: !sa.array<8xf32, inout>, %x: f32) {
  %two = index.constant 2
  sa.nest (%i) to (2) {
    %half = index.ceildivs %i, %two
    sa.store %x, %C[%half] : !sa.array<8xf32, inout>
  }
  sa.nest (%i) to (3) {
    %half = index.ceildivs %i, %two
    sa.store %x, %C[%half] : !sa.array<8xf32, inout>
  }
}
