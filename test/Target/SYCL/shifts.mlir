// RUN: saopt %s --emit=sycl | FileCheck %s

// Shifts to the left lose bits, shifts to the right fill with the sign or with
// zeros.

// CHECK: // Shift to the left; bits that leave the type are lost.
// CHECK: inline T wrap_shl(T a, T b)
// CHECK: // Shift to the right that fills with zeros.
// CHECK: inline T shr_unsigned(T a, T b)

// CHECK-LABEL: static inline void shifts_0_item(
// CHECK:         L[i] = saopt::wrap_shl(L[i], 3);
// CHECK:         S[i] = S[i] >> 3;
// CHECK:         N[i] = static_cast<int16_t>(N[i] >> int16_t(3));
// CHECK:         Z[i] = saopt::shr_unsigned(Z[i], 3);
sa.func @shifts(%L: !sa.array<8xi32, inout>, %S: !sa.array<8xi32, inout>,
                %N: !sa.array<8xi16, inout>, %Z: !sa.array<8xi32, inout>) {
  %three = arith.constant 3 : i32
  %short_three = arith.constant 3 : i16
  sa.nest (%i) to (8) {
    %l = sa.load %L[%i] : !sa.array<8xi32, inout>
    %left = arith.shli %l, %three : i32
    sa.store %left, %L[%i] : !sa.array<8xi32, inout>
    %s = sa.load %S[%i] : !sa.array<8xi32, inout>
    %right = arith.shrsi %s, %three : i32
    sa.store %right, %S[%i] : !sa.array<8xi32, inout>
    %n = sa.load %N[%i] : !sa.array<8xi16, inout>
    %narrow = arith.shrsi %n, %short_three : i16
    sa.store %narrow, %N[%i] : !sa.array<8xi16, inout>
    %z = sa.load %Z[%i] : !sa.array<8xi32, inout>
    %zeros = arith.shrui %z, %three : i32
    sa.store %zeros, %Z[%i] : !sa.array<8xi32, inout>
  }
}
