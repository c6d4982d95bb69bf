// RUN: saopt %s --emit=sycl --schedule=none | FileCheck %s --match-full-lines --strict-whitespace

// A whole source, from the first line to the last.

sa.func @gemm(%A: !sa.array<64x32xf32, input>, %B: !sa.array<32x48xf32, input>,
              %C: !sa.array<64x48xf32, inout>) {
  sa.nest (%i, %j, %k) to (64, 48, 32) {
    %a = sa.load %A[%i, %k] : !sa.array<64x32xf32, input>
    %b = sa.load %B[%k, %j] : !sa.array<32x48xf32, input>
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %C[%i, %j] : !sa.array<64x48xf32, inout>
  }
}

//      CHECK:// Emitted by saopt {{[0-9]+\.[0-9]+\.[0-9]+}}.
// CHECK-NEXT:// Build it with a SYCL 2020 compiler, for example: icpx -fsycl -c FILE.cpp
//CHECK-EMPTY:
// CHECK-NEXT:#include <cstdint>
// CHECK-NEXT:#include <cstring>
// CHECK-NEXT:#include <limits>
// CHECK-NEXT:#include <type_traits>
//CHECK-EMPTY:
// CHECK-NEXT:#ifdef SAOPT_RTC
// CHECK-NEXT:#include <sycl/builtins.hpp>
// CHECK-NEXT:#include <sycl/ext/oneapi/free_function_kernel_properties.hpp>
// CHECK-NEXT:#include <sycl/ext/oneapi/free_function_queries.hpp>
// CHECK-NEXT:#include <sycl/half_type.hpp>
// CHECK-NEXT:#else
// CHECK-NEXT:#include <sycl/sycl.hpp>
// CHECK-NEXT:#endif
//CHECK-EMPTY:
// CHECK-NEXT:// What a multiplication and an addition round to is decided by the compiler
// CHECK-NEXT:// that wrote this file, with sycl::fma, and not by the one that reads it.
// CHECK-NEXT:#ifdef __clang__
// CHECK-NEXT:#pragma clang fp contract(off)
// CHECK-NEXT:#endif
//CHECK-EMPTY:
// CHECK-NEXT:// One work-item of the kernel gemm_0.
// CHECK-NEXT:static inline void gemm_0_item(const float *__restrict A,
// CHECK-NEXT:                               const float *__restrict B, float *__restrict C,
// CHECK-NEXT:                               int64_t i, int64_t j) {
// CHECK-NEXT:  float C_acc = C[i * 48 + j];
// CHECK-NEXT:  for (int64_t k = 0; k < 32; ++k) {
// CHECK-NEXT:    C_acc = sycl::fma(A[i * 32 + k], B[j + k * 48], C_acc);
// CHECK-NEXT:  }
// CHECK-NEXT:  C[i * 48 + j] = C_acc;
// CHECK-NEXT:}
//CHECK-EMPTY:
// CHECK-NEXT:#ifdef SAOPT_RTC
// CHECK-NEXT:extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(
// CHECK-NEXT:    (sycl::ext::oneapi::experimental::nd_range_kernel<2>))
// CHECK-NEXT:void gemm_0(const float *A, const float *B, float *C) {
// CHECK-NEXT:  const auto item =
// CHECK-NEXT:      sycl::ext::oneapi::this_work_item::get_nd_item<2>();
// CHECK-NEXT:  gemm_0_item(A, B, C, item.get_global_id(0), item.get_global_id(1));
// CHECK-NEXT:}
// CHECK-NEXT:#endif
//CHECK-EMPTY:
// CHECK-NEXT:#ifndef SAOPT_RTC
//CHECK-EMPTY:
// CHECK-NEXT:// Runs asynchronously; the arrays are disjoint and stay alive until the
// CHECK-NEXT:// event is complete.
// CHECK-NEXT://   A: input, 64 x 32 x f32, row-major
// CHECK-NEXT://   B: input, 32 x 48 x f32, row-major
// CHECK-NEXT://   C: inout, 64 x 48 x f32, row-major
// CHECK-NEXT:sycl::event gemm(sycl::queue &queue, const float *A, const float *B, float *C) {
// CHECK-NEXT:  sycl::event last = queue.parallel_for(sycl::range<2>(64, 48),
// CHECK-NEXT:      [=](sycl::item<2> item) {
// CHECK-NEXT:    gemm_0_item(A, B, C, item.get_id(0), item.get_id(1));
// CHECK-NEXT:  });
// CHECK-NEXT:  return last;
// CHECK-NEXT:}
//CHECK-EMPTY:
// CHECK-NEXT:#endif // SAOPT_RTC
//  CHECK-NOT:{{.}}
