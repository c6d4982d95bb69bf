// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: %check_sycl %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp

// Loops and conditions around launches keep the user's names; what is launched
// first in them waits for what came before.

// CHECK:      static inline void loops_0_item(float *__restrict A, int64_t s, int64_t i)
// CHECK:      sycl::event loops(
sa.func @loops(%A: !sa.array<?xf32, inout, sizes = [N]>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [N]>
  // CHECK:        sycl::event last;
  // CHECK-NEXT:   for (int64_t s = 0; s < N; s += 2) {
  // CHECK-NEXT:     last = queue.parallel_for(sycl::nd_range<1>(sycl::range<1>({{.*}}s{{.*}}), sycl::range<1>(1)), last,
  // CHECK-NEXT:         [=](sycl::nd_item<1> item) {{\[\[}}sycl::reqd_work_group_size(1)]] {
  // CHECK-NEXT:       loops_0_item(A, s, item.get_global_id(0));
  // CHECK-NEXT:     });
  // CHECK-NEXT:     if ({{.*}}s{{.*}} >= 0) {
  // CHECK-NEXT:       last = queue.parallel_for(
  // CHECK:            });
  // CHECK-NEXT:     } else {
  // CHECK-NEXT:       last = queue.parallel_for(
  // CHECK:          }{{$}}
  // CHECK-NEXT:   }
  // CHECK-NEXT:   return last;
  affine.for %s = 0 to %n step 2 {
    affine.for %i = 0 to affine_map<(d0)[n] -> (n - d0)>(%s)[%n] {
      %v = arith.index_cast %s : index to i32
      %f = arith.sitofp %v : i32 to f32
      sa.store %f, %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
    } {sa.index = "i", sa.execution = #sa.execution<parallel>}
    affine.if affine_set<(s) : (s - 3 >= 0)>(%s) {
      affine.for %i = 0 to %n {
        %one = arith.constant 1.0 : f32
        sa.accumulate add %one, %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
      } {sa.index = "i", sa.execution = #sa.execution<parallel>}
    } else {
      affine.for %i = 0 to %n {
        %two = arith.constant 2.0 : f32
        sa.accumulate mul %two, %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
      } {sa.index = "i", sa.execution = #sa.execution<parallel>}
    }
  } {sa.index = "s"}
}
