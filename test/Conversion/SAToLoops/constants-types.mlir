// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// Constant elements as they lie in memory: a bool is a byte, a bf16 its bits,
// a complex number its parts, and signs are the array's.

// CHECK: memref.global {{.*}} @flags_values : memref<3xi8> = dense<[1, 0, 1]>
// CHECK: memref.global {{.*}} @truths_values : memref<2xi8> = dense<1>
// CHECK: memref.global {{.*}} @brains_values : memref<2xi16> = dense<[16256, -16384]>
// CHECK: memref.global {{.*}} @bytes_values : memref<2xi8> = dense<[-1, 1]>
// CHECK: memref.global {{.*}} @halves_values : memref<2xf16> = dense<[5.000000e-01, 0x7C00]>
// CHECK: memref.global {{.*}} @roots_values : memref<4xf32> = dense<[1.000000e+00, 2.000000e+00, 0.000000e+00, -1.000000e+00]>
// CHECK: memref.global {{.*}} @units_values : memref<4xf64> = dense<[0.000000e+00, 1.000000e+00, 0.000000e+00, 1.000000e+00]>
// CHECK: memref.global {{.*}} @spread_values : memref<6xf32> = dense<[3.000000e+00, 4.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00, 2.000000e+00]>
// CHECK: memref.global {{.*}} @bits_values : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
// CHECK: memref.global {{.*}} @resource_values : memref<2xi32> = dense<[1, 2]>
sa.func @types() {
  %flags = sa.const "flags" dense<[true, false, true]> : tensor<3xi1> as !sa.array<3xi1, const>
  %truths = sa.const "truths" dense<true> : tensor<2xi1> as !sa.array<2xi1, const>
  %brains = sa.const "brains" dense<[1.0, -2.0]> : tensor<2xbf16> as !sa.array<2xbf16, const>
  %bytes = sa.const "bytes" dense<[255, 1]> : tensor<2xui8> as !sa.array<2xui8, const>
  %halves = sa.const "halves" dense<[0.5, 0x7C00]> : tensor<2xf16> as !sa.array<2xf16, const>
  %roots = sa.const "roots" dense<[(1.0, 2.0), (0.0, -1.0)]> : tensor<2xcomplex<f32>> as !sa.array<2xcomplex<f32>, const>
  %units = sa.const "units" dense<(0.0, 1.0)> : tensor<2xcomplex<f64>> as !sa.array<2xcomplex<f64>, const>
  %spread = sa.const "spread" dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>> as !sa.array<2xcomplex<f32>, const, #sa.strided<[-2], offset = 2>>
  %bits = sa.const "bits" dense_resource<pair> : tensor<1xcomplex<f32>> as !sa.array<1xcomplex<f32>, const>
  %resource = sa.const "resource" dense_resource<numbers> : tensor<2xi32> as !sa.array<2xi32, const>
}

{-#
  dialect_resources: {
    builtin: {
      numbers: "0x040000000100000002000000",
      pair: "0x040000000000803F00000040"
    }
  }
#-}
