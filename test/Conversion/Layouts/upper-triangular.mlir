// RUN: saopt %s --sa-to-loops | FileCheck %s
// RUN: saopt %s --emit=sycl | FileCheck %s --check-prefix=SYCL

// The strict upper triangle; the loop starts behind the diagonal.

!A = !sa.array<16x16xf32, input, #sa.upper_triangular<strict>>

// CHECK-LABEL: func.func @upper_triangular(
// CHECK-DAG:     %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
// CHECK:         scf.parallel (%[[I:.*]]) =
// CHECK-NEXT:      %[[V1:.*]] = arith.addi %[[I]], %[[C1]] : index
// CHECK-NEXT:      %[[V2:.*]] = arith.maxsi %[[V1]], %[[C0]] : index
// CHECK-NEXT:      %[[V3:.*]] = arith.muli %[[I]], %[[C16]] : index
// CHECK-NEXT:      %[[V4:.*]] = arith.cmpi slt, %[[V2]], %[[C16]] : index
// CHECK:           scf.for %[[J:.*]] = %[[V2]] to %[[C16]] step
// CHECK-NEXT:        %[[V5:.*]] = arith.addi %[[V3]], %[[J]] : index
// CHECK-NEXT:        memref.load %{{.*}}[%[[V5]]]

// The same in the emitted source.
// SYCL: if (condition) {
// SYCL: for (int64_t j = sycl::max(saopt::wrap_add(i, int64_t(1)), int64_t(0)); j < 16; ++j) {
// SYCL: sums_acc = sums_acc + A[i * 16 + j];
sa.func @upper_triangular(%A: !A, %sums: !sa.array<16xf32, inout>) {
  sa.nest (%i, %j) to (16, 16) where affine_set<(d0, d1) : (d1 - d0 - 1 >= 0)> {
    %a = sa.load %A[%i, %j] : !A
    sa.accumulate add %a, %sums[%i] : !sa.array<16xf32, inout>
  }
}
