// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// A constant array becomes a global with its elements, which the function
// reads from.

// CHECK-LABEL: func.func @weights
sa.func @weights(%C: !sa.array<3xf32, inout>) {
  // CHECK: %[[W:.*]] = memref.get_global @W_values : memref<3xf32>
  %W = sa.const "W" dense<[1.0, 2.0, 1.0]> : tensor<3xf32> as !sa.array<3xf32, const>
  sa.nest (%i) to (3) {
    // CHECK: memref.load %[[W]][%{{.*}}]
    %w = sa.load %W[%i] : !sa.array<3xf32, const>
    sa.store %w, %C[%i] : !sa.array<3xf32, inout>
  }
}
// CHECK:      memref.global "private" constant @W_values : memref<3xf32> = dense<[1.000000e+00, 2.000000e+00, 1.000000e+00]>
// CHECK-SAME: {sa.array = !sa.array<3xf32, const>, sa.name = "W"}

// Two constants of one name are two globals.
// CHECK-LABEL: func.func @other_weights
sa.func @other_weights() {
  // CHECK: memref.get_global @[[OTHER:W_values_.*]] : memref<2xf32>
  %W = sa.const "W" dense<5.0> : tensor<2xf32> as !sa.array<2xf32, const>
}
// CHECK:      memref.global "private" constant @[[OTHER]] : memref<2xf32> = dense<5.000000e+00>
// CHECK-SAME: {sa.array = !sa.array<2xf32, const>, sa.name = "W"}

// A name that C++ could not use is changed.
// CHECK-LABEL: func.func @odd_name
sa.func @odd_name() {
  // CHECK: memref.get_global @a_b_values
  %W = sa.const "a b" dense<6.0> : tensor<2xf32> as !sa.array<2xf32, const>
}
// CHECK:      memref.global "private" constant @a_b_values
// CHECK-SAME: sa.name = "a b"}
