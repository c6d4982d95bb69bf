// RUN: saopt %s --emit=sycl | FileCheck %s
// RUN: saopt %s --emit=llvm | FileCheck %s --check-prefix=LLVM

// A store that a later iteration reads is volatile.
// CHECK-LABEL: void running_0_item
// CHECK:         static_cast<volatile int32_t *>(A)[j + 5] = A[j];
// LLVM-LABEL:  define spir_kernel void @running_0
// LLVM:          store volatile i32
sa.func @running(%A: !sa.array<66xi32, inout>) {
  %c5 = arith.constant 5 : index
  sa.nest (%j) to (61) {
    %a = sa.load %A[%j] : !sa.array<66xi32, inout>
    %k = arith.addi %j, %c5 : index
    sa.store %a, %A[%k] : !sa.array<66xi32, inout>
  }
}

// A half is a class, which cannot be volatile; its bits are.
// CHECK-LABEL: void halves_0_item
// CHECK:         reinterpret_cast<volatile saopt::half_bits *>(A)[j + 5] = sycl::bit_cast<uint16_t>(A[j]);
// LLVM-LABEL:  define spir_kernel void @halves_0
// LLVM:          store volatile half
sa.func @halves(%A: !sa.array<66xf16, inout>) {
  %c5 = arith.constant 5 : index
  sa.nest (%j) to (61) {
    %a = sa.load %A[%j] : !sa.array<66xf16, inout>
    %k = arith.addi %j, %c5 : index
    sa.store %a, %A[%k] : !sa.array<66xf16, inout>
  }
}

// Complex numbers are stored by their parts.
// CHECK-LABEL: void complexes_0_item(float *__restrict A
// CHECK-COUNT-2: static_cast<volatile float *>(A)[
// LLVM-LABEL:  define spir_kernel void @complexes_0
// LLVM-COUNT-2:  store volatile float
sa.func @complexes(%A: !sa.array<66xcomplex<f32>, inout>) {
  %c5 = arith.constant 5 : index
  sa.nest (%j) to (61) {
    %a = sa.load %A[%j] : !sa.array<66xcomplex<f32>, inout>
    %k = arith.addi %j, %c5 : index
    sa.store %a, %A[%k] : !sa.array<66xcomplex<f32>, inout>
  }
}
