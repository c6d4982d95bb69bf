// RUN: saopt %s --emit=sycl | FileCheck %s

// Numbers in expressions read back as the same value: the shortest decimal for
// floats, infinities and NaN by name, and the smallest integers, for which C++
// has no literal.

!F = !sa.array<8xf32, inout>

// CHECK-LABEL: static inline void floats_0_item(
// CHECK:         A[i] = A[i] * 0.1f;
// CHECK:         A[i] = A[i] * 1{{(\.0)?[eE]\+30}}f;
// CHECK:         A[i] = A[i] * -2.0f;
// CHECK:         A[i] = A[i] / std::numeric_limits<float>::infinity();
// CHECK:         A[i] = A[i] / -std::numeric_limits<float>::infinity();
// CHECK:         A[i] = A[i] / std::numeric_limits<float>::quiet_NaN();
sa.func @floats(%A: !F) {
  %tenth = arith.constant 0.1 : f32
  %huge = arith.constant 1.0e30 : f32
  %negative = arith.constant -2.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  sa.nest (%i) to (8) {
    sa.accumulate mul %tenth, %A[%i] : !F
    sa.accumulate mul %huge, %A[%i] : !F
    sa.accumulate mul %negative, %A[%i] : !F
    %a = sa.load %A[%i] : !F
    %b = arith.divf %a, %infinity : f32
    sa.store %b, %A[%i] : !F
    %c = sa.load %A[%i] : !F
    %d = arith.divf %c, %minus_infinity : f32
    sa.store %d, %A[%i] : !F
    %e = sa.load %A[%i] : !F
    %f = arith.divf %e, %nan : f32
    sa.store %f, %A[%i] : !F
  }
}

// CHECK-LABEL: static inline void doubles_0_item(
// CHECK:         A[i] = A[i] * 0.1;
// CHECK:         A[i] = A[i] * std::numeric_limits<double>::infinity();
sa.func @doubles(%A: !sa.array<8xf64, inout>) {
  %tenth = arith.constant 0.1 : f64
  %infinity = arith.constant 0x7FF0000000000000 : f64
  sa.nest (%i) to (8) {
    sa.accumulate mul %tenth, %A[%i] : !sa.array<8xf64, inout>
    sa.accumulate mul %infinity, %A[%i] : !sa.array<8xf64, inout>
  }
}

// CHECK-LABEL: static inline void integers_0_item(
// CHECK:         A[i] = (-2147483647 - 1);
// CHECK:         B[i] = int64_t((-9223372036854775807 - 1));
// CHECK:         C[i] = int8_t((-127 - 1));
sa.func @integers(%A: !sa.array<8xi32, inout>, %B: !sa.array<8xi64, inout>,
                  %C: !sa.array<8xi8, inout>) {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant -9223372036854775808 : i64
  %c = arith.constant -128 : i8
  sa.nest (%i) to (8) {
    sa.store %a, %A[%i] : !sa.array<8xi32, inout>
    sa.store %b, %B[%i] : !sa.array<8xi64, inout>
    sa.store %c, %C[%i] : !sa.array<8xi8, inout>
  }
}
