// RUN: saopt %s --sa-to-loops | FileCheck %s
// RUN: saopt %s --emit=sycl | FileCheck %s --check-prefix=SYCL

// Stripes of 8 columns.

!A = !sa.array<16x24xf32, input, #sa.striped<8>>

// CHECK-LABEL: func.func @striped(
// CHECK-DAG:     %[[C24:.*]] = arith.constant 24 : index
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG:     %[[C128:.*]] = arith.constant 128 : index
// CHECK-DAG:     %[[C7:.*]] = arith.constant 7 : index
// CHECK:         scf.parallel (%[[I:.*]]) =
// CHECK-NEXT:      %[[V1:.*]] = arith.muli %[[I]], %[[C8]] : index
// CHECK:           scf.for %[[J:.*]] = %[[C0]] to %[[C24]] step
// CHECK-NEXT:        %[[V2:.*]] = arith.shrsi %[[J]], %[[C3]] : index
// CHECK-NEXT:        %[[V3:.*]] = arith.muli %[[V2]], %[[C128]] : index
// CHECK-NEXT:        %[[V4:.*]] = arith.andi %[[J]], %[[C7]] : index
// CHECK-NEXT:        %[[V5:.*]] = arith.addi %[[V1]], %[[V3]] : index
// CHECK-NEXT:        %[[V6:.*]] = arith.addi %[[V5]], %[[V4]] : index
// CHECK-NEXT:        memref.load %{{.*}}[%[[V6]]]

// The same in the emitted source.
// SYCL: for (int64_t j = 0; j < 24; ++j) {
// SYCL: sums_acc = sums_acc + A[i * 8 + (j >> 3) * 128 + (j & 7)];
sa.func @striped(%A: !A, %sums: !sa.array<16xf32, inout>) {
  sa.nest (%i, %j) to (16, 24) {
    %a = sa.load %A[%i, %j] : !A
    sa.accumulate add %a, %sums[%i] : !sa.array<16xf32, inout>
  }
}
