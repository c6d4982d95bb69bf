// RUN: saopt %s --emit=sycl | FileCheck %s

// Address arithmetic: what is short stands where it is used, negative numbers
// included.

// CHECK-LABEL: static inline void backwards_0_item(
// CHECK:         C[i] = A[14 - i * 2];
sa.func @backwards(%A: !sa.array<8xf32, input, #sa.strided<[-2], offset = 14>>,
                   %C: !sa.array<8xf32, inout>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, input, #sa.strided<[-2], offset = 14>>
    sa.store %a, %C[%i] : !sa.array<8xf32, inout>
  }
}

// CHECK-LABEL: static inline void mirrored_0_item(
// CHECK:         C[i] = A[7 - i];
sa.func @mirrored(%A: !sa.array<8xf32, input>, %C: !sa.array<8xf32, inout>) {
  %seven = arith.constant 7 : index
  sa.nest (%i) to (8) {
    %back = arith.subi %seven, %i : index
    %a = sa.load %A[%back] : !sa.array<8xf32, input>
    sa.store %a, %C[%i] : !sa.array<8xf32, inout>
  }
}

// CHECK-LABEL: static inline void run_time_0_item(
// CHECK-SAME:    float *__restrict A, float x, int64_t N,
// CHECK:         A[i * (N * 3) + j * 3 + k] = x;
!T = !sa.array<?x?x3xf32, inout, sizes = [M, N]>
sa.func @run_time(%A: !T, %x: f32) {
  %m = sa.dim %A, 0 : !T
  %n = sa.dim %A, 1 : !T
  sa.nest (%i, %j, %k) to (%m, %n, 3) {
    sa.store %x, %A[%i, %j, %k] : !T
  }
}

// A longer computation gets a name.
// CHECK-LABEL: static inline void five_0_item(
// CHECK:         const int64_t c = position % 4;
// CHECK-NEXT:    const int64_t b = position / 4 % 3;
// CHECK-NEXT:    const int64_t a = position / 4 / 3;
sa.func @five(%A: !sa.array<2x3x4x5x6xf32, inout>, %x: f32) {
  sa.nest (%a, %b, %c, %d, %e) to (2, 3, 4, 5, 6) {
    sa.store %x, %A[%a, %b, %c, %d, %e] : !sa.array<2x3x4x5x6xf32, inout>
  }
}
