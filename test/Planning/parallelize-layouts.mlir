// RUN: saopt %s --sa-parallelize | FileCheck %s

// Where a layout puts different index vectors at the same place in memory, the
// place decides.

// CHECK-LABEL: sa.func @column_major
// CHECK:         sa.nest (%i, %j) to (4, 8) parallel("i", "j") {
sa.func @column_major(%C: !sa.array<4x8xf32, inout, #sa.strided<[1, 4]>>,
                      %x: f32) {
  sa.nest (%i, %j) to (4, 8) {
    sa.store %x, %C[%i, %j] : !sa.array<4x8xf32, inout, #sa.strided<[1, 4]>>
  }
}

// CHECK-LABEL: sa.func @backwards
// CHECK:         sa.nest (%i) to (8) parallel("i") {
sa.func @backwards(%C: !sa.array<8xf32, inout, #sa.strided<[-2], offset = 14>>,
                   %x: f32) {
  sa.nest (%i) to (8) {
    sa.store %x, %C[%i] : !sa.array<8xf32, inout, #sa.strided<[-2], offset = 14>>
  }
}

// All the rows are the same one.
// CHECK-LABEL: sa.func @zero_stride
// CHECK:         sa.nest (%i, %j) to (4, 8) parallel("j") {
sa.func @zero_stride(%C: !sa.array<4x8xf32, inout, #sa.strided<[0, 1]>>,
                     %x: f32) {
  sa.nest (%i, %j) to (4, 8) {
    sa.store %x, %C[%i, %j] : !sa.array<4x8xf32, inout, #sa.strided<[0, 1]>>
  }
}

// A Toeplitz matrix: (i, j) and (i + 1, j + 1) are one element.
// CHECK-LABEL: sa.func @overlapping
// CHECK:         sa.nest (%i, %j) to (4, 4) parallel() {
sa.func @overlapping(
    %C: !sa.array<4x4xf32, inout, #sa.strided<[1, -1], offset = 3>>, %x: f32) {
  sa.nest (%i, %j) to (4, 4) {
    sa.store %x, %C[%i, %j] : !sa.array<4x4xf32, inout, #sa.strided<[1, -1], offset = 3>>
  }
}

// Strides 2 and 3 interleave; in two rows of two they never meet.
// CHECK-LABEL: sa.func @interleaved
// CHECK:         sa.nest (%i, %j) to (2, 2) parallel("i", "j") {
sa.func @interleaved(%C: !sa.array<2x2xf32, inout, #sa.strided<[2, 3]>>,
                     %x: f32) {
  sa.nest (%i, %j) to (2, 2) {
    sa.store %x, %C[%i, %j] : !sa.array<2x2xf32, inout, #sa.strided<[2, 3]>>
  }
}

// Reading an overlapping array is no conflict.
// CHECK-LABEL: sa.func @read_overlapping
// CHECK:         sa.nest (%i, %j) to (4, 8) parallel("i", "j") {
sa.func @read_overlapping(%A: !sa.array<4x8xf32, input, #sa.strided<[0, 1]>>,
                          %C: !sa.array<4x8xf32, inout>) {
  sa.nest (%i, %j) to (4, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<4x8xf32, input, #sa.strided<[0, 1]>>
    sa.store %a, %C[%i, %j] : !sa.array<4x8xf32, inout>
  }
}
