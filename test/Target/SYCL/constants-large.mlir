// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %check_sycl %t.cpp

// A large constant lies in the host's memory and is copied to a device when it is
// first needed there. Constants with the same elements share one array.

// CHECK-LABEL: static inline void lookup_0_item(
// CHECK-SAME:    float *__restrict C,
// CHECK-NEXT:    const float *__restrict W, int64_t i) {
// CHECK-NEXT:    C[i] = W[i];

// CHECK:       #ifndef SAOPT_RTC
// CHECK:       // The constant array "W".
// CHECK-NEXT:  static const float W_values[2048] = {
// CHECK:       inline const T *resident(const T *values, size_t count, sycl::queue &queue) {

// CHECK-LABEL: sycl::event lookup(sycl::queue &queue, float *C) {
// CHECK-NEXT:    const float *W = saopt::resident(W_values, 2048, queue);
// CHECK-NEXT:    sycl::event last = queue.parallel_for(
// CHECK:           lookup_0_item(C, W, item.get_id(0));
!W = !sa.array<2048xf32, const>
sa.func @lookup(%C: !sa.array<2048xf32, inout>) {
  %W = sa.const "W" dense<1.5> : tensor<2048xf32> as !W
  sa.nest (%i) to (2048) {
    %w = sa.load %W[%i] : !W
    sa.store %w, %C[%i] : !sa.array<2048xf32, inout>
  }
}

// CHECK-LABEL: sycl::event again(
// CHECK-NEXT:    const float *V = saopt::resident(W_values, 2048, queue);
sa.func @again(%C: !sa.array<2048xf32, inout>) {
  %V = sa.const "V" dense<1.5> : tensor<2048xf32> as !W
  sa.nest (%i) to (2048) {
    %v = sa.load %V[%i] : !W
    sa.accumulate add %v, %C[%i] : !sa.array<2048xf32, inout>
  }
}
