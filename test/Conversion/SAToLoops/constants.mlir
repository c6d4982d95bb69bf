// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// A constant array becomes a global with the elements as they lie in memory.

// CHECK: memref.global "private" constant @W_values : memref<3xf32> = dense<[1.000000e+00, 2.000000e+00, 1.000000e+00]>
// CHECK-SAME: {sa.array = !sa.array<3xf32, const>, sa.name = "W"}
// CHECK-LABEL: func.func @vector
sa.func @vector(%C: !sa.array<3xf32, inout>) {
  // CHECK: %[[W:.*]] = memref.get_global @W_values : memref<3xf32>
  %W = sa.const "W" dense<[1.0, 2.0, 1.0]> : tensor<3xf32> as !sa.array<3xf32, const>
  sa.nest (%i) to (3) {
    // CHECK: memref.load %[[W]][%{{.*}}]
    %w = sa.load %W[%i] : !sa.array<3xf32, const>
    sa.store %w, %C[%i] : !sa.array<3xf32, inout>
  }
}

// Two constants of one name are two globals.
// CHECK: memref.global "private" constant @[[OTHER:W_values_.*]] : memref<2xf32> = dense<5.000000e+00>
// CHECK-LABEL: func.func @other
sa.func @other(%C: !sa.array<2xf32, inout>) {
  // CHECK: memref.get_global @[[OTHER]]
  %W = sa.const "W" dense<5.0> : tensor<2xf32> as !sa.array<2xf32, const>
  sa.nest (%i) to (2) {
    %w = sa.load %W[%i] : !sa.array<2xf32, const>
    sa.store %w, %C[%i] : !sa.array<2xf32, inout>
  }
}
