// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %check_sycl %t.cpp -Wno-deprecated-declarations
// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=SPIRV

// Work-groups that share memory: an extension in the run-time compiler, where
// kernels are functions, and an accessor elsewhere. (DPC++'s own header calls
// something deprecated in the parallel_for of a handler.) After a barrier arrays
// hold what other work-items have written: they are not restricted, and all their
// accesses are ordered (784: sequentially consistent, local and device memory).

// CHECK:       #include <sycl/group_barrier.hpp>
// CHECK-NEXT:  #include <sycl/ext/oneapi/work_group_static.hpp>
// CHECK-NEXT:  #else
// CHECK:       static inline void turn_0_item(float *A, float *T, int64_t i, int64_t ii,
// CHECK-NEXT:      sycl::nd_item<1> position) {
// CHECK:         T[ii] = A[
// CHECK-NEXT:    sycl::group_barrier(position.get_group());
// CHECK-NEXT:    A[{{.*}}] = T[
// CHECK:       (sycl::ext::oneapi::experimental::work_group_size<8>))
// CHECK:       static sycl::ext::oneapi::experimental::work_group_static<float[8]> T;
// CHECK-NEXT:  turn_0_item(A, T, item.get_group(0), item.get_local_id(0), item);
// CHECK:       sycl::event last = queue.submit([&](sycl::handler &handler) {
// CHECK-NEXT:    sycl::local_accessor<float, 1> T(8, handler);
// CHECK-NEXT:    handler.parallel_for(sycl::nd_range<1>(sycl::range<1>(24), sycl::range<1>(8)),
// CHECK-NEXT:        [=](sycl::nd_item<1> item) {{\[\[}}sycl::reqd_work_group_size(8)]] {
// CHECK-NEXT:      turn_0_item(A, T.get_multi_ptr<sycl::access::decorated::no>().get(), item.get_group(0), item.get_local_id(0), item);
// CHECK-NEXT:    });
// CHECK-NEXT:  });
// SPIRV:       OpExecutionMode %{{.*}} LocalSize 8 1 1
// SPIRV-NOT:   NoAlias
// SPIRV:       OpVariable {{.*}} Workgroup
// SPIRV:       OpControlBarrier %uint_2 %uint_2 %uint_784
sa.func @turn(%A: !sa.array<3x8xf32, inout>) {
  affine.for %i = 0 to 3 {
    affine.for %ii = 0 to 8 {
      %T = sa.buffer "T" local : !sa.array<8xf32, temp>
      %a = sa.load %A[%i, %ii] : !sa.array<3x8xf32, inout>
      sa.store %a, %T[%ii] : !sa.array<8xf32, temp>
      gpu.barrier
      %r = affine.apply affine_map<(d0) -> (7 - d0)>(%ii)
      %t = sa.load %T[%r] : !sa.array<8xf32, temp>
      sa.store %t, %A[%i, %ii] : !sa.array<3x8xf32, inout>
    } {sa.index = "ii", sa.execution = #sa.execution<thread_x>}
  } {sa.index = "i", sa.execution = #sa.execution<block_x>}
}
