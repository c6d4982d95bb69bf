// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %check_sycl %t.cpp
// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=SPIRV

// What later iterations read is asked for, once for a vector; a copy is not far
// away, and its array is asked for instead.

// CHECK:       #include <sycl/multi_ptr.hpp>
// CHECK:       inline void prefetch(const T *element) {
// CHECK:       static inline void add_0_item(
// CHECK:         saopt::prefetch(A + (i + 2) * 64);
// CHECK-NEXT:    for (int64_t j = 0; j < 64; j += 16) {
// CHECK-NEXT:      saopt::prefetch(A + (i * 64 + (j + 16)));
// CHECK-NEXT:      saopt::store_lanes(
// SPIRV-COUNT-3: OpExtInst %void %{{.*}} prefetch
sa.func @add(%A: !sa.array<64x64xf32, input>, %B: !sa.array<64x64xf32, inout>) {
  sa.nest "n" (%i, %j) to (64, 64) {
    %a = sa.load %A[%i, %j] : !sa.array<64x64xf32, input>
    sa.accumulate add %a, %B[%i, %j] : !sa.array<64x64xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %jj = sa.split %j by 16 as "jj"
    sa.prefetch %A at %i distance(2) : !sa.array<64x64xf32, input>
    sa.prefetch %A at %jj distance(16) : !sa.array<64x64xf32, input>
    sa.vectorize %jj
    sa.parallelize %i
  }
}

// CHECK:       static inline void copied_0_item(
// CHECK:         float c[16];
// CHECK:         saopt::prefetch(A +
sa.func @copied(%A: !sa.array<64x64xf32, input>, %B: !sa.array<64x64xf32, inout>) {
  sa.nest "n" (%i, %j) to (64, 64) {
    %a = sa.load %A[%i, %j] : !sa.array<64x64xf32, input>
    sa.accumulate add %a, %B[%i, %j] : !sa.array<64x64xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %jj = sa.split %j by 16 as "jj"
    sa.parallelize %i
    %c = sa.cache %A as "c" at %jj : !sa.array<64x64xf32, input>
    sa.prefetch %A at %jj distance(16) : !sa.array<64x64xf32, input>
  }
}
