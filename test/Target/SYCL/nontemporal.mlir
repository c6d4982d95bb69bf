// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %check_sycl %t.cpp
// RUN: saopt %s --emit=llvm | FileCheck %s --check-prefix=LLVM
// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=SPIRV

// Vectors that lie on a multiple of their size are stored past the caches, and
// in halves elsewhere. The lanes of an edge, and stores in another order, are
// stored as ever.

// CHECK:       inline void store_lanes_past_caches(const V &value, T *elements) {
// CHECK:         __builtin_nontemporal_store(lanes,
// CHECK:       static inline void copy_0_item(
// CHECK:         saopt::store_lanes_past_caches(
// CHECK:       static inline void kept_0_item(
// CHECK-NOT:     store_lanes_past_caches

// LLVM-LABEL:  define spir_kernel void @copy_0(
// LLVM:          %[[NUMBER:.*]] = ptrtoint ptr addrspace(1) %[[ADDRESS:.*]] to i64
// LLVM:          and i64 %[[NUMBER]], 63
// LLVM:          store <16 x float> %{{.*}}, ptr addrspace(1) %[[ADDRESS]], align 64, !nontemporal
// LLVM:          store <8 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 4
// LLVM:          store <8 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 4
// LLVM-NOT:      nontemporal
// LLVM-LABEL:  define spir_kernel void @kept_0(
// LLVM-NOT:      nontemporal {{.*}}float

// SPIRV:       OpStore %{{.*}} %{{.*}} Aligned|Nontemporal 64

sa.func @copy(%A: !sa.array<64x64xf32, input>, %B: !sa.array<64x64xf32, output>) {
  sa.nest "n" (%i, %j) to (64, 64) {
    %a = sa.load %A[%i, %j] : !sa.array<64x64xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<64x64xf32, output>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %jj = sa.split %j by 16 as "jj"
    sa.nontemporal %B : !sa.array<64x64xf32, output>
    sa.vectorize %jj
    sa.parallelize %i
  }
}

sa.func @kept(%A: !sa.array<64x64xf32, input>, %B: !sa.array<64x64xf32, output>) {
  sa.nest "n" (%i, %j) to (64, 64) {
    %a = sa.load %A[%i, %j] : !sa.array<64x64xf32, input>
    sa.store %a, %B[%j, %i] : !sa.array<64x64xf32, output>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %jj = sa.split %j by 16 as "jj"
    sa.nontemporal %B : !sa.array<64x64xf32, output>
    sa.vectorize %jj
    sa.parallelize %i
  }
}
