// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %check_sycl %t.cpp
// RUN: saopt %s --emit=header | FileCheck %s --check-prefix=HEADER

// Callers pass std::complex; kernels, temporaries and constants are made of the
// parts.

// HEADER:      #include <complex>
// HEADER-NEXT: #include <cstdint>
// HEADER:      //   A: input, 8 x c64
// HEADER-NEXT: //   C: inout, 8 x c128
// HEADER-NEXT: sycl::event scale(sycl::queue &queue, const std::complex<float> *A,
// HEADER-NEXT:                   std::complex<double> *C);

// CHECK-NOT:   <complex>
// CHECK:       static constexpr float W_values[16] = {
// CHECK-NEXT:      1.0f, -2.0f, 1.0f, -2.0f,

// CHECK-LABEL: static inline void scale_0_item(const float *__restrict A,
// CHECK-SAME:    float *__restrict T,
// CHECK:         const float [[RE:.*]] = A[i * 2];
// CHECK-NEXT:    const float [[IM:.*]] = A[i * 2 + 1];
// CHECK:         T[i * 2] = [[RE]] * [[W_RE:.*]] - [[IM]] * [[W_IM:.*]];
// CHECK-NEXT:    T[i * 2 + 1] = sycl::fma([[RE]], [[W_IM]], [[IM]] * [[W_RE]]);
// CHECK:       void scale_0(const float *A, float *T) {

// CHECK:       #ifndef SAOPT_RTC
// CHECK:       #include <complex>
// CHECK:       static const double V_values[1024] = {
// CHECK-NEXT:      0.0, 1.0,
// CHECK:       sycl::event scale(sycl::queue &queue, const std::complex<float> *A,
// CHECK-NEXT:                    std::complex<double> *C) {
// CHECK-NEXT:    sycl::event last;
// CHECK-NEXT:    saopt::device_temporaries temporaries(queue, last);
// CHECK-NEXT:    const double *V = saopt::resident(V_values, 1024, queue);
// CHECK-NEXT:    float *T = temporaries.allocate<float>(9 * 2, "T");
// CHECK-NEXT:    last = queue.memset(T, 0, 9 * 2 * sizeof(float), last);
// CHECK:           scale_0_item(reinterpret_cast<const float *>(A), T, item.get_id(0));
// CHECK:           scale_1_item(reinterpret_cast<double *>(C), V, T, item.get_id(0));
sa.func @scale(%A: !sa.array<8xcomplex<f32>, input>,
               %C: !sa.array<8xcomplex<f64>, inout>) {
  %W = sa.const "W" dense<(1.0, -2.0)> : tensor<8xcomplex<f32>> as !sa.array<8xcomplex<f32>, const>
  %V = sa.const "V" dense<(0.0, 1.0)> : tensor<512xcomplex<f64>> as !sa.array<512xcomplex<f64>, const>
  %T = sa.temp "T" : !sa.array<9xcomplex<f32>, temp>
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xcomplex<f32>, input>
    %w = sa.load %W[%i] : !sa.array<8xcomplex<f32>, const>
    %t = complex.mul %a, %w : complex<f32>
    sa.store %t, %T[%i] : !sa.array<9xcomplex<f32>, temp>
  }
  sa.nest (%i) to (8) {
    %back = affine.apply affine_map<(d0) -> (-d0 + 8)>(%i)
    %t = sa.load %T[%back] : !sa.array<9xcomplex<f32>, temp>
    %abs = complex.abs %t : complex<f32>
    %wide = arith.extf %abs : f32 to f64
    %zero = arith.constant 0.0 : f64
    %z = complex.create %wide, %zero : complex<f64>
    %v = sa.load %V[%i] : !sa.array<512xcomplex<f64>, const>
    %q = complex.div %z, %v : complex<f64>
    sa.store %q, %C[%i] : !sa.array<8xcomplex<f64>, inout>
  }
}
