// RUN: saopt %s --emit=mlir | FileCheck %s
// RUN: saopt %s --emit=mlir | saopt --emit=mlir | FileCheck %s

// --emit=mlir checks the program as far as the kernels, and writes it as it is.

// CHECK-LABEL: sa.func @fill(%A: !sa.array<8xf32, inout>, %x: f32) {
// CHECK-NEXT:    sa.nest (%i) to (8) {
// CHECK-NEXT:      sa.store %x, %A[%i] : !sa.array<8xf32, inout>
// CHECK-NEXT:    }
// CHECK-NEXT:  }
sa.func @fill(%A: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (8) {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  }
}
