// RUN: saopt %s --sa-to-loops | FileCheck %s
// RUN: saopt %s --emit=sycl | FileCheck %s --check-prefix=SYCL

// Any strides: backwards, and with gaps.

!A = !sa.array<16x24xf32, input, #sa.strided<[-2, 40], offset = 30>>

// CHECK-LABEL: func.func @strided(
// CHECK-DAG:     %[[C24:.*]] = arith.constant 24 : index
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[CM2:.*]] = arith.constant -2 : index
// CHECK-DAG:     %[[C40:.*]] = arith.constant 40 : index
// CHECK-DAG:     %[[C30:.*]] = arith.constant 30 : index
// CHECK:         scf.parallel (%[[I:.*]]) =
// CHECK-NEXT:      %[[V1:.*]] = arith.muli %[[I]], %[[CM2]] : index
// CHECK-NEXT:      %[[V2:.*]] = arith.addi %[[V1]], %[[C30]] : index
// CHECK:           scf.for %[[J:.*]] = %[[C0]] to %[[C24]] step
// CHECK-NEXT:        %[[V3:.*]] = arith.muli %[[J]], %[[C40]] : index
// CHECK-NEXT:        %[[V4:.*]] = arith.addi %[[V2]], %[[V3]] : index
// CHECK-NEXT:        memref.load %{{.*}}[%[[V4]]]

// The same in the emitted source.
// SYCL: for (int64_t j = 0; j < 24; ++j) {
// SYCL: sums_acc = sums_acc + A[30 - i * 2 + j * 40];
sa.func @strided(%A: !A, %sums: !sa.array<16xf32, inout>) {
  sa.nest (%i, %j) to (16, 24) {
    %a = sa.load %A[%i, %j] : !A
    sa.accumulate add %a, %sums[%i] : !sa.array<16xf32, inout>
  }
}
