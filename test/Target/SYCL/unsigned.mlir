// RUN: saopt %s --emit=sycl | FileCheck %s

// An array of unsigned integers is one in C++, and operations without a sign
// are done on unsigned values.

// CHECK-LABEL: static inline void quotients_0_item(
// CHECK-SAME:    const uint32_t *__restrict A
// CHECK:         C[i] = static_cast<int32_t>(A[i] / static_cast<uint32_t>(n));
sa.func @quotients(%A: !sa.array<8xui32, input>, %n: i32,
                   %C: !sa.array<8xi32, inout>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xui32, input>
    %quotient = arith.divui %a, %n : i32
    sa.store %quotient, %C[%i] : !sa.array<8xi32, inout>
  }
}

// CHECK-LABEL: static inline void widened_0_item(
// CHECK:         C[i] = static_cast<int64_t>(static_cast<uint16_t>(n));
sa.func @widened(%C: !sa.array<8xi64, inout>, %n: i16) {
  sa.nest (%i) to (8) {
    %wide = arith.extui %n : i16 to i64
    sa.store %wide, %C[%i] : !sa.array<8xi64, inout>
  }
}

// CHECK-LABEL: static inline void largest_0_item(
// CHECK-SAME:    uint8_t *__restrict C, int8_t n,
// CHECK:         C[i] = sycl::max(C[i], static_cast<uint8_t>(n));
sa.func @largest(%C: !sa.array<8xui8, inout>, %n: i8) {
  sa.nest (%i) to (8) {
    sa.accumulate max %n, %C[%i] : !sa.array<8xui8, inout>
  }
}

// CHECK-LABEL: static inline void compared_0_item(
// CHECK:         C[i] = static_cast<uint32_t>(n) < static_cast<uint32_t>(10);
// CHECK-NEXT:    D[i] = n < 10;
sa.func @compared(%C: !sa.array<8xi1, inout>, %D: !sa.array<8xi1, inout>,
                  %n: i32) {
  %ten = arith.constant 10 : i32
  sa.nest (%i) to (8) {
    %below = arith.cmpi ult, %n, %ten : i32
    sa.store %below, %C[%i] : !sa.array<8xi1, inout>
    %less = arith.cmpi slt, %n, %ten : i32
    sa.store %less, %D[%i] : !sa.array<8xi1, inout>
  }
}
