// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// Constant arrays keep their name, their elements and their layout.

// CHECK-LABEL: sa.func @constants
sa.func @constants() {
  // CHECK-NEXT: %W = sa.const "W" dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32> as !sa.array<2xf32, const>
  %W = sa.const "W" dense<[1.0, 2.0]> : tensor<2xf32> as !sa.array<2xf32, const>
  // CHECK-NEXT: %mask = sa.const "mask" dense<[true, false]> : tensor<2xi1> as !sa.array<2xi1, const>
  %mask = sa.const "mask" dense<[true, false]> : tensor<2xi1> as !sa.array<2xi1, const>
  // CHECK-NEXT: %bytes = sa.const "bytes" dense<[0, 255]> : tensor<2xui8> as !sa.array<2xui8, const>
  %bytes = sa.const "bytes" dense<[0, 255]> : tensor<2xui8> as !sa.array<2xui8, const>
  // CHECK-NEXT: %one = sa.const "one" dense<1> : tensor<i64> as !sa.array<i64, const>
  %one = sa.const "one" dense<1> : tensor<i64> as !sa.array<i64, const>
  // CHECK-NEXT: %none = sa.const "none" dense<> : tensor<0x3xf16> as !sa.array<0x3xf16, const>
  %none = sa.const "none" dense<> : tensor<0x3xf16> as !sa.array<0x3xf16, const>
  // CHECK-NEXT: %roots = sa.const "roots" dense<[(1.000000e+00,0.000000e+00), (0.000000e+00,-1.000000e+00)]> : tensor<2xcomplex<f32>> as !sa.array<2xcomplex<f32>, const>
  %roots = sa.const "roots" dense<[(1.0, 0.0), (0.0, -1.0)]> : tensor<2xcomplex<f32>> as !sa.array<2xcomplex<f32>, const>
  // CHECK-NEXT: %R = sa.const "R" dense<[1, 2]> : tensor<2xi32> as !sa.array<2xi32, const, #sa.strided<[-1], offset = 1>>
  %R = sa.const "R" dense<[1, 2]> : tensor<2xi32> as !sa.array<2xi32, const, #sa.strided<[-1], offset = 1>>
}

// CHECK-LABEL: sa.func @resource
sa.func @resource() {
  // CHECK-NEXT: %W = sa.const "W" dense_resource<weights> : tensor<2xi32> as !sa.array<2xi32, const>
  %W = sa.const "W" dense_resource<weights> : tensor<2xi32> as !sa.array<2xi32, const>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000100000002000000"
    }
  }
#-}
