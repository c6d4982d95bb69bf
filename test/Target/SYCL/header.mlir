// RUN: saopt %s --emit=header | FileCheck %s

// The header declares what the source defines, and says what each argument is.

// CHECK:      // Emitted by saopt.
// CHECK:      #pragma once
// CHECK-NOT:  <complex>
// CHECK:      #include <cstdint>
// CHECK:      #include <sycl/sycl.hpp>

// CHECK:      //   A: input, 64 x 32 x f32, row-major
// CHECK-NEXT: //   x: inout, 8 x bool
// CHECK-NEXT: //   z: inout, f16
// CHECK-NEXT: sycl::event arrays(sycl::queue &queue, const float *A, uint8_t *x,
// CHECK-NEXT:                    sycl::half *z);
sa.func @arrays(%A: !sa.array<64x32xf32, input>, %x: !sa.array<8xi1, inout>,
                %z: !sa.array<f16, inout>) {
}

// CHECK:      //   A: input, 4 x 8 x ui32, strided<[1, -4], offset = 28>
// CHECK-NEXT: sycl::event layout(sycl::queue &queue, const uint32_t *A);
sa.func @layout(
    %A: !sa.array<4x8xui32, input, #sa.strided<[1, -4], offset = 28>>) {
}

// CHECK:      //   A: input, M x 32 x bf16, row-major
// CHECK-NEXT: //   alpha: a scalar
// CHECK-NEXT: //   M: a size
// CHECK-NEXT: sycl::event sizes(sycl::queue &queue, const uint16_t *A, double alpha,
// CHECK-NEXT:                   int64_t M);
sa.func @sizes(%A: !sa.array<?x32xbf16, input, sizes = [M]>, %alpha: f64) {
}

// No definitions.
// CHECK-NOT: {
