// RUN: saopt %s --emit=sycl | FileCheck %s
// RUN: saopt %s --emit=llvm | FileCheck %s --check-prefix=LLVM
// RUN: saopt %s --emit=sycl > %t.cpp
// RUN: %check_sycl %t.cpp
// RUN: %check_sycl -DSAOPT_INTEL_CPU %t.cpp
// RUN: saopt %s --emit=sycl --device-compiler=other | FileCheck %s --check-prefix=OTHER
// RUN: saopt %s --emit=llvm --device-compiler=other | FileCheck %s --check-prefix=OTHER

// Volatile stores are for one device; the source says how to build for it.
// CHECK:     Add -DSAOPT_INTEL_CPU if
// CHECK:     #ifndef SAOPT_INTEL_CPU
// CHECK-NEXT: *element = value;
// CHECK-NEXT: #else
// CHECK:     volatile
// CHECK:     #endif
// OTHER-NOT: SAOPT_INTEL_CPU
// OTHER-NOT: volatile

// A store that a later iteration reads keeps its place.
// CHECK-LABEL: void running_0_item
// CHECK:         saopt::store_in_order(A + j + 5, A[j]);
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

// A half is a class, which cannot be volatile; the helper stores its bits.
// CHECK-LABEL: void halves_0_item
// CHECK:         saopt::store_in_order(A + j + 5, A[j]);
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
// CHECK-COUNT-2: saopt::store_in_order(A + 
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
