// RUN: saopt %s --emit=sycl --schedule=none | FileCheck %s

// Loops of a work-item: sequential indices, what they carry, and those that may
// not run.

// CHECK-LABEL: static inline void nested_0_item(
// CHECK:         float [[TOTAL:C_acc]] = C[i];
// CHECK-NEXT:    for (int64_t j = 0; j < 4; ++j) {
// CHECK:           for (int64_t k = 0; k < 5; ++k) {
// CHECK-NEXT:        [[SUM:C_acc.*]] = [[SUM]] + A[i * 20 + j * 5 + k];
// CHECK-NEXT:      }
// CHECK:         }
// CHECK-NEXT:    C[i] = [[TOTAL]];
sa.func @nested(%A: !sa.array<8x4x5xf32, input>, %C: !sa.array<8xf32, inout>) {
  sa.nest (%i, %j, %k) to (8, 4, 5) {
    %a = sa.load %A[%i, %j, %k] : !sa.array<8x4x5xf32, input>
    sa.accumulate add %a, %C[%i] : !sa.array<8xf32, inout>
  }
}

// Both values are computed before either variable changes.
// CHECK-LABEL: static inline void two_values_0_item(
// CHECK:         float [[L:L_acc]] = L[i];
// CHECK-NEXT:    float [[H:H_acc]] = H[i];
// CHECK-NEXT:    for (int64_t k = 0; k < 5; ++k) {
// CHECK:           const float [[L_NEXT:.*]] = saopt::minimum([[L]],
// CHECK-NEXT:      const float [[H_NEXT:.*]] = saopt::maximum([[H]],
// CHECK-NEXT:      [[L]] = [[L_NEXT]];
// CHECK-NEXT:      [[H]] = [[H_NEXT]];
// CHECK-NEXT:    }
// CHECK-NEXT:    {{[LH]}}[i] =
// CHECK-NEXT:    {{[LH]}}[i] =
sa.func @two_values(%A: !sa.array<8x5xf32, input>, %L: !sa.array<8xf32, inout>,
                    %H: !sa.array<8xf32, inout>) {
  sa.nest (%i, %k) to (8, 5) {
    %a = sa.load %A[%i, %k] : !sa.array<8x5xf32, input>
    sa.accumulate min %a, %L[%i] : !sa.array<8xf32, inout>
    sa.accumulate max %a, %H[%i] : !sa.array<8xf32, inout>
  }
}

// Without elements nothing is loaded or stored.
// CHECK-LABEL: static inline void total_0_item(
// CHECK:         N > 0
// CHECK:         if ({{.*}}) {
// CHECK-NEXT:      float C_acc = C[0];
// CHECK-NEXT:      for (int64_t k = 0; k < N; ++k) {
// CHECK-NEXT:        C_acc = C_acc + A[k];
// CHECK-NEXT:      }
// CHECK-NEXT:      C[0] = C_acc;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
!V = !sa.array<?xf32, input, sizes = [N]>
sa.func @total(%A: !V, %C: !sa.array<f32, inout>) {
  %n = sa.dim %A, 0 : !V
  sa.nest (%k) to (%n) {
    %a = sa.load %A[%k] : !V
    sa.accumulate add %a, %C[] : !sa.array<f32, inout>
  }
}

// A load that a store would overtake keeps its place.
// CHECK-LABEL: static inline void swap_0_item(
// CHECK:         const float [[A:.*]] = A[i];
// CHECK-NEXT:    A[i] = B[i];
// CHECK-NEXT:    B[i] = [[A]];
sa.func @swap(%A: !sa.array<8xf32, inout>, %B: !sa.array<8xf32, inout>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    %b = sa.load %B[%i] : !sa.array<8xf32, inout>
    sa.store %b, %A[%i] : !sa.array<8xf32, inout>
    sa.store %a, %B[%i] : !sa.array<8xf32, inout>
  }
}
