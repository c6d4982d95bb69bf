// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// A large constant in device memory: the storage, and what its bytes mean.

// CHECK-LABEL: func.func @constants
func.func @constants() {
  // CHECK-NEXT: %W = sa.upload "W" dense<1.000000e+00> : tensor<4096xf32> of f32 : memref<?xf32>
  %W = sa.upload "W" dense<1.0> : tensor<4096xf32> of f32 : memref<?xf32>
  // CHECK-NEXT: %flags = sa.upload "flags" dense<1> : tensor<8192xi8> of i1 {sa.note} : memref<?xi8>
  %flags = sa.upload "flags" dense<1> : tensor<8192xi8> of i1 {sa.note} : memref<?xi8>
  // CHECK-NEXT: %Z = sa.upload "Z" dense<1.000000e+00> : tensor<4096xf32> of complex<f32> : memref<?xf32>
  %Z = sa.upload "Z" dense<1.0> : tensor<4096xf32> of complex<f32> : memref<?xf32>
  return
}
