// RUN: saopt %s --emit=sycl | FileCheck %s

// A store that a later iteration of the loop reads keeps its place: the device's
// compiler must not move loads before it. Others are plain.

// CHECK-LABEL: static inline void carried_0_item(
// CHECK:         for (int64_t j = 0; j < 61; ++j) {
// CHECK:           saopt::store_in_order(A + j + 5, saopt::wrap_add(A[j + 5], A[j]));
// CHECK-NEXT:    }
sa.func @carried(%A: !sa.array<66xi32, inout>) {
  %five = arith.constant 5 : index
  sa.nest (%j) to (61) {
    %k = arith.addi %j, %five : index
    %a = sa.load %A[%j] : !sa.array<66xi32, inout>
    sa.accumulate add %a, %A[%k] : !sa.array<66xi32, inout>
  }
}

// CHECK-LABEL: static inline void parallel_0_item(
// CHECK-NOT:     in_order
// CHECK:       {{^}}}
sa.func @parallel(%A: !sa.array<66xi32, inout>) {
  sa.nest (%j) to (61) {
    %a = sa.load %A[%j] : !sa.array<66xi32, inout>
    sa.accumulate add %a, %A[%j] : !sa.array<66xi32, inout>
  }
}
