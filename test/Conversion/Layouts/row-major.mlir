// RUN: saopt %s --sa-to-loops | FileCheck %s
// RUN: saopt %s --emit=sycl | FileCheck %s --check-prefix=SYCL

// Row-major: one product per row, outside of the loop over the columns.

!A = !sa.array<16x24xf32, input>

// CHECK-LABEL: func.func @row_major(
// CHECK-DAG:     %[[C24:.*]] = arith.constant 24 : index
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK:         scf.parallel (%[[I:.*]]) =
// CHECK-NEXT:      %[[V1:.*]] = arith.muli %[[I]], %[[C24]] : index
// CHECK:           scf.for %[[J:.*]] = %[[C0]] to %[[C24]] step
// CHECK-NEXT:        %[[V2:.*]] = arith.addi %[[V1]], %[[J]] : index
// CHECK-NEXT:        memref.load %{{.*}}[%[[V2]]]

// The same in the emitted source.
// SYCL: for (int64_t j = 0; j < 24; ++j) {
// SYCL: sums_acc = sums_acc + A[i * 24 + j];
sa.func @row_major(%A: !A, %sums: !sa.array<16xf32, inout>) {
  sa.nest (%i, %j) to (16, 24) {
    %a = sa.load %A[%i, %j] : !A
    sa.accumulate add %a, %sums[%i] : !sa.array<16xf32, inout>
  }
}
