// RUN: saopt %s --emit=sycl | FileCheck %s

// Integers wrap around, which signed arithmetic in C++ does not: the helpers
// that are needed, and no others, come with the source.

// CHECK:     namespace saopt {
// CHECK:     template <typename T> inline T wrap_add(T a, T b) {
// CHECK:     template <typename T> inline T wrap_sub(T a, T b) {
// CHECK:     template <typename T> inline T wrap_mul(T a, T b) {
// CHECK-NOT: template
// CHECK:     } // namespace saopt

// CHECK-LABEL: static inline void sums_0_item(
// CHECK:         C[i] = saopt::wrap_sub(saopt::wrap_add(A[i], C[i]), 7);
sa.func @sums(%A: !sa.array<8xi32, input>, %C: !sa.array<8xi32, inout>) {
  %seven = arith.constant 7 : i32
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xi32, input>
    %c = sa.load %C[%i] : !sa.array<8xi32, inout>
    %sum = arith.addi %a, %c : i32
    %difference = arith.subi %sum, %seven : i32
    sa.store %difference, %C[%i] : !sa.array<8xi32, inout>
  }
}

// A number has the type that it is computed in, for the helpers' sake.
// CHECK-LABEL: static inline void products_0_item(
// CHECK:         A[i] = saopt::wrap_mul(A[i], int8_t(3));
// CHECK:         B[i] = saopt::wrap_mul(B[i], int64_t(3));
sa.func @products(%A: !sa.array<8xi8, inout>, %B: !sa.array<8xi64, inout>) {
  %byte = arith.constant 3 : i8
  %long = arith.constant 3 : i64
  sa.nest (%i) to (8) {
    sa.accumulate mul %byte, %A[%i] : !sa.array<8xi8, inout>
    sa.accumulate mul %long, %B[%i] : !sa.array<8xi64, inout>
  }
}

// C++ computes in int what is narrower than int; the result goes back.
// CHECK-LABEL: static inline void narrow_0_item(
// CHECK:         A[i] = static_cast<int8_t>(static_cast<int8_t>(A[i] / [[B:.*]]) % [[B]]);
sa.func @narrow(%A: !sa.array<8xi8, inout>, %B: !sa.array<8xi8, input>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xi8, inout>
    %b = sa.load %B[%i] : !sa.array<8xi8, input>
    %quotient = arith.divsi %a, %b : i8
    %remainder = arith.remsi %quotient, %b : i8
    sa.store %remainder, %A[%i] : !sa.array<8xi8, inout>
  }
}
