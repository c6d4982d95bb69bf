// RUN: saopt %s --emit=sycl | FileCheck %s

// A temporary is allocated and cleared before its first use, and freed when the
// last kernel is done. Its owner is there before the first launch, so that it is
// freed as well when one throws.

// CHECK:       class device_temporaries {
// CHECK:         ~device_temporaries() {
// CHECK-NEXT:      if (arrays.empty())
// CHECK-NEXT:        return;
// CHECK-NEXT:      try {
// CHECK-NEXT:        last.wait();
// CHECK:           for (void *array : arrays)
// CHECK-NEXT:        sycl::free(array, queue);
// CHECK:         sycl::event free_after_work() {
// CHECK:           handler.depends_on(last);
// CHECK-NEXT:      handler.host_task([arrays = arrays, context = queue.get_context()] {
// CHECK-NEXT:        for (void *array : arrays)
// CHECK-NEXT:          sycl::free(array, context);

// CHECK-LABEL: sycl::event scratch(sycl::queue &queue, float *A, int64_t N) {
// CHECK-NEXT:    sycl::event last;
// CHECK-NEXT:    saopt::device_temporaries temporaries(queue, last);
// CHECK-NEXT:    float *T = temporaries.allocate<float>(N * 4, "T");
// CHECK-NEXT:    last = queue.memset(T, 0, N * 4 * sizeof(float), last);
// CHECK:         last = queue.parallel_for(sycl::range<2>(N, 4), last,
// CHECK:           scratch_0_item(A, T, item.get_id(0), item.get_id(1));
// CHECK:         last = queue.parallel_for(sycl::range<2>(N, 4), last,
// CHECK:           scratch_1_item(A, T, item.get_id(0), item.get_id(1));
// CHECK:         return temporaries.free_after_work();
!T = !sa.array<?x4xf32, inout, sizes = [N]>
sa.func @scratch(%A: !T) {
  %T = sa.temp "T" : !sa.array<?x4xf32, temp, sizes = [N]>
  %n = sa.dim %A, 0 : !T
  %zero = arith.constant 0 : index
  sa.nest (%i, %j) to (%n, 4) {
    %a = sa.load %A[%i, %j] : !T
    sa.accumulate add %a, %T[%i, %j] : !sa.array<?x4xf32, temp, sizes = [N]>
  }
  sa.nest (%i, %j) to (%n, 4) {
    %t = sa.load %T[%i, %zero] : !sa.array<?x4xf32, temp, sizes = [N]>
    sa.store %t, %A[%i, %j] : !T
  }
}

// What is written before it is read is not cleared.
// CHECK-LABEL: sycl::event copies(
// CHECK:         float *cache = temporaries.allocate<float>(8, "cache");
// CHECK-NOT:     memset
// CHECK:         parallel_for
sa.func @copies(%A: !sa.array<8xf32, inout>) {
  %cache = sa.temp "cache" uninitialized : !sa.array<8xf32, temp>
  %seven = arith.constant 7 : index
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    sa.store %a, %cache[%i] : !sa.array<8xf32, temp>
  }
  sa.nest (%i) to (8) {
    %j = index.sub %seven, %i
    %c = sa.load %cache[%j] : !sa.array<8xf32, temp>
    sa.store %c, %A[%i] : !sa.array<8xf32, inout>
  }
}

// The storage of a strided temporary, of bytes.
// CHECK-LABEL: sycl::event flags(
// CHECK:         uint8_t *F = temporaries.allocate<uint8_t>(7, "F");
// CHECK:         queue.memset(F, 0, 7 * sizeof(uint8_t)
!F = !sa.array<4xi1, temp, #sa.strided<[-2], offset = 6>>
sa.func @flags(%C: !sa.array<4xi1, inout>) {
  %F = sa.temp "F" : !F
  %zero = arith.constant 0 : index
  sa.nest (%i) to (4) {
    %c = sa.load %C[%i] : !sa.array<4xi1, inout>
    sa.accumulate or %c, %F[%i] : !F
  }
  sa.nest (%i) to (4) {
    %f = sa.load %F[%zero] : !F
    sa.store %f, %C[%i] : !sa.array<4xi1, inout>
  }
}
