// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// The layout of a constant array decides where its elements go; what lies
// between them is zero.

// CHECK: memref.global {{.*}} @matrix_values : memref<6xi32> = dense<[1, 2, 3, 4, 5, 6]>
// CHECK: memref.global {{.*}} @columns_values : memref<6xi32> = dense<[1, 4, 2, 5, 3, 6]>
// CHECK: memref.global {{.*}} @reversed_values : memref<3xi32> = dense<[3, 2, 1]>
// CHECK: memref.global {{.*}} @sparse_values : memref<6xi32> = dense<[0, 1, 0, 2, 0, 3]>
// CHECK: memref.global {{.*}} @element_values : memref<3xi32> = dense<[0, 0, 9]>
// CHECK: memref.global {{.*}} @none_values : memref<0xi32> = dense<>
// CHECK: memref.global {{.*}} @splat_values : memref<5xi32> = dense<[7, 0, 7, 0, 7]>
sa.func @layouts() {
  %matrix = sa.const "matrix" dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32> as !sa.array<2x3xi32, const>
  %columns = sa.const "columns" dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32> as !sa.array<2x3xi32, const, #sa.strided<[1, 2]>>
  %reversed = sa.const "reversed" dense<[1, 2, 3]> : tensor<3xi32> as !sa.array<3xi32, const, #sa.strided<[-1], offset = 2>>
  %sparse = sa.const "sparse" dense<[1, 2, 3]> : tensor<3xi32> as !sa.array<3xi32, const, #sa.strided<[2], offset = 1>>
  %element = sa.const "element" dense<9> : tensor<i32> as !sa.array<i32, const, #sa.strided<[], offset = 2>>
  %none = sa.const "none" dense<> : tensor<0xi32> as !sa.array<0xi32, const, #sa.strided<[-1]>>
  %splat = sa.const "splat" dense<7> : tensor<3xi32> as !sa.array<3xi32, const, #sa.strided<[2]>>
}

// A zero outside of the domain may be negative, as in what was negated.
// CHECK: memref.global {{.*}} @negated_values : memref<3xf32> = dense<[-1.000000e+00, -0.000000e+00, -2.000000e+00]>
// CHECK: memref.global {{.*}} @parts_values : memref<6xf32> = dense<[1.000000e+00, 0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00, 0.000000e+00]>
sa.func @negative_zeros() {
  %negated = sa.const "negated" dense<[[-1.0, -0.0], [-0.0, -2.0]]> : tensor<2x2xf32> as !sa.array<2x2xf32, const, #sa.packed_lower_triangular>
  %parts = sa.const "parts" dense<[[(1.0, 0.0), (-0.0, -0.0)], [(1.0, 2.0), (3.0, 0.0)]]> : tensor<2x2xcomplex<f32>> as !sa.array<2x2xcomplex<f32>, const, #sa.packed_lower_triangular>
}
