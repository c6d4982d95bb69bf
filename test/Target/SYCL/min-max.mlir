// RUN: saopt %s --emit=sycl | FileCheck %s

// Four ways to take the smaller one of two floats, and one for integers.

// CHECK: // The smaller value; NaN when one of them is NaN.
// CHECK: template <typename T> inline T minimum(T a, T b) {
// CHECK: // The larger value; NaN when one of them is NaN.
// CHECK: template <typename T> inline T maximum(T a, T b) {

// CHECK-LABEL: static inline void floats_0_item(
// CHECK:         A[i] = saopt::minimum(A[i], x);
// CHECK:         B[i] = saopt::maximum(B[i], x);
// CHECK:         C[i] = sycl::fmin(C[i], x);
// CHECK:         D[i] = sycl::fmax(D[i], x);
sa.func @floats(%A: !sa.array<8xf32, inout>, %B: !sa.array<8xf32, inout>,
                %C: !sa.array<8xf32, inout>, %D: !sa.array<8xf32, inout>,
                %x: f32) {
  sa.nest (%i) to (8) {
    sa.accumulate min %x, %A[%i] : !sa.array<8xf32, inout>
    sa.accumulate max %x, %B[%i] : !sa.array<8xf32, inout>
    %c = sa.load %C[%i] : !sa.array<8xf32, inout>
    %min = arith.minnumf %c, %x : f32
    sa.store %min, %C[%i] : !sa.array<8xf32, inout>
    %d = sa.load %D[%i] : !sa.array<8xf32, inout>
    %max = arith.maxnumf %d, %x : f32
    sa.store %max, %D[%i] : !sa.array<8xf32, inout>
  }
}

// CHECK-LABEL: static inline void integers_0_item(
// CHECK:         A[i] = sycl::min(A[i], n);
// CHECK:         B[i] = sycl::max(B[i], int64_t(7));
sa.func @integers(%A: !sa.array<8xi32, inout>, %B: !sa.array<8xi64, inout>,
                  %n: i32) {
  %seven = arith.constant 7 : i64
  sa.nest (%i) to (8) {
    sa.accumulate min %n, %A[%i] : !sa.array<8xi32, inout>
    sa.accumulate max %seven, %B[%i] : !sa.array<8xi64, inout>
  }
}

// The constants of index arithmetic are of its type, too.
// CHECK-LABEL: static inline void indices_0_item(
// CHECK:         C[i] = sycl::min(i, int64_t(7));
sa.func @indices(%C: !sa.array<9xi64, inout>) {
  %seven = arith.constant 7 : index
  sa.nest (%i) to (9) {
    %clamped = arith.minsi %i, %seven : index
    %value = arith.index_cast %clamped : index to i64
    sa.store %value, %C[%i] : !sa.array<9xi64, inout>
  }
}
