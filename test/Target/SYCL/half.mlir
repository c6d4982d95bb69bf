// RUN: saopt %s --emit=sycl | FileCheck %s

// f16 is sycl::half, in memory and where it is computed.

// CHECK-LABEL: static inline void scale_0_item(
// CHECK-SAME:    sycl::half *__restrict C, sycl::half x,
// CHECK:         C[i] = sycl::sqrt(C[i] * x - sycl::half(1.5f));
sa.func @scale(%C: !sa.array<8xf16, inout>, %x: f16) {
  %k = arith.constant 1.5 : f16
  sa.nest (%i) to (8) {
    %c = sa.load %C[%i] : !sa.array<8xf16, inout>
    %scaled = arith.mulf %c, %x : f16
    %shifted = arith.subf %scaled, %k : f16
    %root = math.sqrt %shifted : f16
    sa.store %root, %C[%i] : !sa.array<8xf16, inout>
  }
}

// CHECK-LABEL: static inline void convert_0_item(
// CHECK:         C[i] = static_cast<sycl::half>(A[i]);
// CHECK:         D[i] = static_cast<double>(C[i]);
sa.func @convert(%A: !sa.array<8xf32, input>, %C: !sa.array<8xf16, inout>,
                 %D: !sa.array<8xf64, inout>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, input>
    %half = arith.truncf %a : f32 to f16
    sa.store %half, %C[%i] : !sa.array<8xf16, inout>
    %c = sa.load %C[%i] : !sa.array<8xf16, inout>
    %double = arith.extf %c : f16 to f64
    sa.store %double, %D[%i] : !sa.array<8xf64, inout>
  }
}
