// RUN: saopt %s --emit=manifest | %python %S/Inputs/show.py signature temporaries constants | FileCheck %s

// The runtime sees complex elements, whatever the kernels make of them.

// CHECK:      scale signature = "sycl::event scale(sycl::queue &queue, const std::complex<float> *A, std::complex<double> *C)"
// CHECK-NEXT: scale temporaries: 1
// CHECK-NEXT: [0] = {"element_type": "c64", "elements": 600, "name": "T"}
// CHECK-NEXT: scale constants: 1
// CHECK-NEXT: [0] = {"bytes": 4800, "name": "W", "offset": 0}
sa.func @scale(%A: !sa.array<600xcomplex<f32>, input>,
               %C: !sa.array<600xcomplex<f64>, inout>) {
  %W = sa.const "W" dense<(1.0, 2.0)> : tensor<600xcomplex<f32>> as !sa.array<600xcomplex<f32>, const>
  %T = sa.temp "T" : !sa.array<600xcomplex<f32>, temp>
  sa.nest (%i) to (600) {
    %a = sa.load %A[%i] : !sa.array<600xcomplex<f32>, input>
    %w = sa.load %W[%i] : !sa.array<600xcomplex<f32>, const>
    %t = complex.mul %a, %w : complex<f32>
    sa.accumulate add %t, %T[%i] : !sa.array<600xcomplex<f32>, temp>
  }
  sa.nest (%i) to (600) {
    %back = affine.apply affine_map<(d0) -> (-d0 + 599)>(%i)
    %t = sa.load %T[%back] : !sa.array<600xcomplex<f32>, temp>
    %re = complex.re %t : complex<f32>
    %wide = arith.extf %re : f32 to f64
    %c = complex.create %wide, %wide : complex<f64>
    sa.store %c, %C[%i] : !sa.array<600xcomplex<f64>, inout>
  }
}
