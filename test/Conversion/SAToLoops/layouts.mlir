// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// Where the elements of an array lie: offset + i * stride + j * stride.

// CHECK-LABEL: func.func @row_major
sa.func @row_major(%A: !sa.array<4x8xf32, inout>, %x: f32) {
  // CHECK:      scf.for %[[I:.*]] =
  // CHECK-NEXT: scf.for %[[J:.*]] =
  sa.nest (%i, %j) to (4, 8) {
    // CHECK:      %[[STRIDE:.*]] = arith.constant 8 : index
    // CHECK-NEXT: %[[ROW:.*]] = arith.muli %[[I]], %[[STRIDE]]
    // CHECK:      %[[AT:.*]] = arith.addi %[[ROW]], %[[J]]
    // CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[AT]]]
    sa.store %x, %A[%i, %j] : !sa.array<4x8xf32, inout>
  }
}

// CHECK-LABEL: func.func @column_major
sa.func @column_major(%A: !sa.array<4x8xf32, inout, #sa.strided<[1, 4]>>,
                      %x: f32) {
  // CHECK:      scf.for %[[I:.*]] =
  // CHECK-NEXT: scf.for %[[J:.*]] =
  sa.nest (%i, %j) to (4, 8) {
    // CHECK:      %[[STRIDE:.*]] = arith.constant 4 : index
    // CHECK-NEXT: %[[COLUMN:.*]] = arith.muli %[[J]], %[[STRIDE]]
    // CHECK-NEXT: %[[AT:.*]] = arith.addi %[[I]], %[[COLUMN]]
    // CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[AT]]]
    sa.store %x, %A[%i, %j] : !sa.array<4x8xf32, inout, #sa.strided<[1, 4]>>
  }
}

// CHECK-LABEL: func.func @backwards
sa.func @backwards(%A: !sa.array<4xf32, inout, #sa.strided<[-2], offset = 7>>,
                   %x: f32) {
  // CHECK:      scf.for %[[I:.*]] =
  sa.nest (%i) to (4) {
    // CHECK-NEXT: %[[STRIDE:.*]] = arith.constant -2 : index
    // CHECK-NEXT: %[[BACK:.*]] = arith.muli %[[I]], %[[STRIDE]]
    // CHECK-NEXT: %[[OFFSET:.*]] = arith.constant 7 : index
    // CHECK-NEXT: %[[AT:.*]] = arith.addi %[[BACK]], %[[OFFSET]]
    // CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[AT]]]
    sa.store %x, %A[%i] : !sa.array<4xf32, inout, #sa.strided<[-2], offset = 7>>
  }
}

// A dimension of stride zero takes no part.
// CHECK-LABEL: func.func @broadcast
sa.func @broadcast(%A: !sa.array<4x8xf32, inout, #sa.strided<[0, 1]>>,
                   %x: f32) {
  // CHECK:      scf.for %[[I:.*]] =
  // CHECK-NEXT: scf.for %[[J:.*]] =
  sa.nest (%i, %j) to (4, 8) {
    // CHECK-NOT:  arith.muli
    // CHECK:      memref.store %{{.*}}, %{{.*}}[%[[J]]]
    sa.store %x, %A[%i, %j] : !sa.array<4x8xf32, inout, #sa.strided<[0, 1]>>
  }
}
