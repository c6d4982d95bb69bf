// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// A constant of more than 4096 bytes is data that is copied to the device, not a
// part of the kernels.

// CHECK-LABEL: func.func @sizes
sa.func @sizes() {
  // CHECK-NEXT: memref.get_global @small_values : memref<1024xf32>
  %small = sa.const "small" dense<1.0> : tensor<1024xf32> as !sa.array<1024xf32, const>
  // CHECK-NEXT: sa.upload "large" dense<1.000000e+00> : tensor<1025xf32> of f32 : memref<?xf32>
  %large = sa.const "large" dense<1.0> : tensor<1025xf32> as !sa.array<1025xf32, const>
}

// Both parts of a complex number count.
// CHECK-LABEL: func.func @parts
sa.func @parts() {
  // CHECK-NEXT: memref.get_global @small_values{{.*}} : memref<1024xf32>
  %small = sa.const "small" dense<(1.0, 2.0)> : tensor<512xcomplex<f32>> as !sa.array<512xcomplex<f32>, const>
  // CHECK-NEXT: sa.upload "large" dense<{{.*}}> : tensor<1026xf32> of complex<f32> : memref<?xf32>
  %large = sa.const "large" dense<(1.0, 2.0)> : tensor<513xcomplex<f32>> as !sa.array<513xcomplex<f32>, const>
}

// The storage counts, with its gaps.
// CHECK-LABEL: func.func @storage
sa.func @storage() {
  // CHECK-NEXT: sa.upload "spread" dense<{{.*}}> : tensor<5001xi8> of i1 : memref<?xi8>
  %spread = sa.const "spread" dense<true> : tensor<2xi1> as !sa.array<2xi1, const, #sa.strided<[5000]>>
}
