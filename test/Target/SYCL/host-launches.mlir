// RUN: saopt %s --emit=sycl --schedule=none | FileCheck %s

// A host function launches its kernels one after the other and returns the last
// event.

// CHECK-LABEL: sycl::event two_nests(sycl::queue &queue, float *A, float x) {
// CHECK-NEXT:    sycl::event last = queue.parallel_for(sycl::range<1>(8),
// CHECK-NEXT:        [=](sycl::item<1> item) {
// CHECK-NEXT:      two_nests_0_item(A, x, item.get_id(0));
// CHECK-NEXT:    });
// CHECK-NEXT:    last = queue.parallel_for(sycl::range<1>(4), last,
// CHECK-NEXT:        [=](sycl::item<1> item) {
// CHECK-NEXT:      two_nests_1_item(A, item.get_id(0));
// CHECK-NEXT:    });
// CHECK-NEXT:    return last;
// CHECK-NEXT:  }
sa.func @two_nests(%A: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (8) {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  }
  sa.nest (%i) to (4) {
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    %b = arith.mulf %a, %a : f32
    sa.store %b, %A[%i] : !sa.array<8xf32, inout>
  }
}

// A nest that is not parallel is a single work-item.
// CHECK-LABEL: sycl::event sequential(
// CHECK:         queue.parallel_for(sycl::range<1>(1),
// CHECK:           sequential_0_item(A
sa.func @sequential(%A: !sa.array<8xf32, inout>) {
  %one = arith.constant 1 : index
  sa.nest (%i) to (7) {
    %next = arith.addi %i, %one : index
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    sa.store %a, %A[%next] : !sa.array<8xf32, inout>
  }
}

// Sizes are arguments; a computed one is not negative.
// CHECK-LABEL: sycl::event sizes(sycl::queue &queue, float *A, float x, int64_t M, int64_t N) {
// CHECK-NEXT:    sycl::event last = queue.parallel_for(sycl::range<2>(M, sycl::max(N {{- 2|\+ -2}}, int64_t(0))),
!T = !sa.array<?x?xf32, inout, sizes = [M, N]>
sa.func @sizes(%A: !T, %x: f32) {
  %two = arith.constant 2 : index
  %m = sa.dim %A, 0 : !T
  %n = sa.dim %A, 1 : !T
  %inner = arith.subi %n, %two : index
  sa.nest (%i, %j) to (%m, %inner) {
    sa.store %x, %A[%i, %j] : !T
  }
}

// Nothing to do is done at once.
// CHECK-LABEL: sycl::event nothing(sycl::queue &queue, float x) {
// CHECK:         return sycl::event();
sa.func @nothing(%x: f32) {
}
