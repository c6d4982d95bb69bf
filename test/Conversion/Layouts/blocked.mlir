// RUN: saopt %s --sa-to-loops | FileCheck %s
// RUN: saopt %s --emit=sycl | FileCheck %s --check-prefix=SYCL

// Blocks of 4 by 8: shifts and masks, those of the rows outside of the loop.

!A = !sa.array<16x24xf32, input, #sa.blocked<[4, 8]>>

// CHECK-LABEL: func.func @blocked(
// CHECK-DAG:     %[[C24:.*]] = arith.constant 24 : index
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG:     %[[C96:.*]] = arith.constant 96 : index
// CHECK-DAG:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG:     %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG:     %[[C7:.*]] = arith.constant 7 : index
// CHECK:         scf.parallel (%[[I:.*]]) =
// CHECK-NEXT:      %[[V1:.*]] = arith.shrsi %[[I]], %[[C2]] : index
// CHECK-NEXT:      %[[V2:.*]] = arith.muli %[[V1]], %[[C96]] : index
// CHECK-NEXT:      %[[V3:.*]] = arith.andi %[[I]], %[[C3]] : index
// CHECK-NEXT:      %[[V4:.*]] = arith.muli %[[V3]], %[[C8]] : index
// CHECK-NEXT:      %[[V5:.*]] = arith.addi %[[V2]], %[[V4]] : index
// CHECK:           scf.for %[[J:.*]] = %[[C0]] to %[[C24]] step
// CHECK-NEXT:        %[[V6:.*]] = arith.shrsi %[[J]], %[[C3]] : index
// CHECK-NEXT:        %[[V7:.*]] = arith.muli %[[V6]], %[[C32]] : index
// CHECK-NEXT:        %[[V8:.*]] = arith.andi %[[J]], %[[C7]] : index
// CHECK-NEXT:        %[[V9:.*]] = arith.addi %[[V5]], %[[V7]] : index
// CHECK-NEXT:        %[[V10:.*]] = arith.addi %[[V9]], %[[V8]] : index
// CHECK-NEXT:        memref.load %{{.*}}[%[[V10]]]

// The same in the emitted source.
// SYCL: const int64_t A_offset = (i >> 2) * 96 + (i & 3) * 8;
// SYCL: for (int64_t j = 0; j < 24; ++j) {
// SYCL: sums_acc = sums_acc + A[A_offset + (j >> 3) * 32 + (j & 7)];
sa.func @blocked(%A: !A, %sums: !sa.array<16xf32, inout>) {
  sa.nest (%i, %j) to (16, 24) {
    %a = sa.load %A[%i, %j] : !A
    sa.accumulate add %a, %sums[%i] : !sa.array<16xf32, inout>
  }
}
