// RUN: saopt %s --sa-check-accesses | FileCheck %s

// Accesses that stay inside for every point of their nest pass, and the program
// does not change.

// CHECK-LABEL: sa.func @corner_to_corner
// CHECK:         sa.nest (%i, %j) to (4, 8) {
// CHECK:           sa.store %[[X:.*]], %C[%i, %j]
sa.func @corner_to_corner(%C: !sa.array<4x8xf32, inout>, %x: f32) {
  sa.nest (%i, %j) to (4, 8) {
    sa.store %x, %C[%i, %j] : !sa.array<4x8xf32, inout>
  }
}

// CHECK-LABEL: sa.func @backwards
// CHECK:         sa.store
sa.func @backwards(%C: !sa.array<8xf32, inout>, %x: f32) {
  %seven = arith.constant 7 : index
  sa.nest (%i) to (8) {
    %back = arith.subi %seven, %i : index
    sa.store %x, %C[%back] : !sa.array<8xf32, inout>
  }
}

// The largest index of a convolution is (8 - 1) + (3 - 1) = 9.
// CHECK-LABEL: sa.func @window
// CHECK:         sa.load
sa.func @window(%A: !sa.array<10xf32, input>) {
  sa.nest (%i, %k) to (8, 3) {
    %at = arith.addi %i, %k : index
    %a = sa.load %A[%at] : !sa.array<10xf32, input>
  }
}

// The index dialect and affine.apply count as much as arith.
// CHECK-LABEL: sa.func @other_spellings
// CHECK:         sa.load
// CHECK:         sa.load
sa.func @other_spellings(%A: !sa.array<15xf32, input>) {
  %two = index.constant 2
  sa.nest (%i) to (8) {
    %even = index.mul %i, %two
    %a = sa.load %A[%even] : !sa.array<15xf32, input>
    %odd = affine.apply affine_map<(d0) -> (14 - d0 * 2)>(%i)
    %b = sa.load %A[%odd] : !sa.array<15xf32, input>
  }
}
