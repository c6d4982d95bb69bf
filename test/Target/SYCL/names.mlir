// RUN: saopt %s --emit=sycl | FileCheck %s

// Names that C++, its headers or the emitted code itself use get an underscore;
// names that would become equal get a number.

// CHECK-LABEL: static inline void keywords_0_item(
// CHECK-SAME:    float *__restrict class_,
// CHECK:         int64_t for_) {
// CHECK-NEXT:    class_[for_] = x;
sa.func @keywords(%class: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%for) to (8) {
    sa.store %x, %class[%for] : !sa.array<8xf32, inout>
  }
}

// CHECK-LABEL: static inline void own_names_0_item(
// CHECK-SAME:    float *__restrict last_,
// CHECK:         float NAN_,
// CHECK:         int64_t queue_) {
sa.func @own_names(%last: !sa.array<8xf32, inout>, %NAN: f32) {
  sa.nest (%queue) to (8) {
    sa.store %NAN, %last[%queue] : !sa.array<8xf32, inout>
  }
}

// An index that is called like an array.
// CHECK-LABEL: static inline void same_0_item(
// CHECK-SAME:    float *__restrict a, float x, int64_t a_1) {
// CHECK-NEXT:    a[a_1] = x;
sa.func @same(%a: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i "a") to (8) {
    sa.store %x, %a[%i] : !sa.array<8xf32, inout>
  }
}

// CHECK-LABEL: static inline void odd_0_item(
// CHECK-SAME:    float *__restrict a_b, float a_b_1,
// CHECK:         int64_t v0) {
sa.func @odd(%A "a b": !sa.array<8xf32, inout>, %x "a-b": f32) {
  sa.nest (%0) to (8) {
    sa.store %x, %A[%0] : !sa.array<8xf32, inout>
  }
}

// A variable of the source and an argument that took its name.
// CHECK-LABEL: static inline void variables_0_item(
// CHECK:         float [[ACC:acc_acc]] = acc[i];
// CHECK-NEXT:    for (int64_t k = 0; k < 8; ++k) {
// CHECK-NEXT:      [[ACC]] = [[ACC]] + x;
// CHECK-NEXT:    }
// CHECK-NEXT:    acc[i] = [[ACC]];
sa.func @variables(%acc: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i, %k) to (8, 8) {
    sa.accumulate add %x, %acc[%i] : !sa.array<8xf32, inout>
  }
}

// The host functions agree.
// CHECK-LABEL: sycl::event keywords(
// CHECK-SAME:    sycl::queue &queue, float *class_, float x) {
// CHECK-LABEL: sycl::event own_names(
// CHECK-SAME:    sycl::queue &queue, float *last_, float NAN_) {
// CHECK-LABEL: sycl::event odd(
// CHECK-SAME:    sycl::queue &queue, float *a_b, float a_b_1) {
