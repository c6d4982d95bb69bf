// RUN: saopt %s --sa-to-loops | FileCheck %s
// RUN: saopt %s --emit=sycl | FileCheck %s --check-prefix=SYCL

// Interleaved bits.

!A = !sa.array<16x24xf32, input, #sa.z_order>

// CHECK-LABEL: func.func @z_order(
// CHECK-DAG:     %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG:     %[[C24:.*]] = arith.constant 24 : index
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG:     %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG:     %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG:     %[[C128:.*]] = arith.constant 128 : index
// CHECK-DAG:     %[[C256:.*]] = arith.constant 256 : index
// CHECK:         scf.parallel (%[[I:.*]]) =
// CHECK-NEXT:      %[[V1:.*]] = arith.andi %[[I]], %[[C1]] : index
// CHECK-NEXT:      %[[V2:.*]] = arith.muli %[[V1]], %[[C2]] : index
// CHECK-NEXT:      %[[V3:.*]] = arith.shrsi %[[I]], %[[C1]] : index
// CHECK-NEXT:      %[[V4:.*]] = arith.andi %[[V3]], %[[C1]] : index
// CHECK-NEXT:      %[[V5:.*]] = arith.muli %[[V4]], %[[C8]] : index
// CHECK-NEXT:      %[[V6:.*]] = arith.shrsi %[[I]], %[[C2]] : index
// CHECK-NEXT:      %[[V7:.*]] = arith.andi %[[V6]], %[[C1]] : index
// CHECK-NEXT:      %[[V8:.*]] = arith.muli %[[V7]], %[[C32]] : index
// CHECK-NEXT:      %[[V9:.*]] = arith.shrsi %[[I]], %[[C3]] : index
// CHECK-NEXT:      %[[V10:.*]] = arith.muli %[[V9]], %[[C128]] : index
// CHECK-NEXT:      %[[V11:.*]] = arith.addi %[[V2]], %[[V5]] : index
// CHECK-NEXT:      %[[V12:.*]] = arith.addi %[[V11]], %[[V8]] : index
// CHECK-NEXT:      %[[V13:.*]] = arith.addi %[[V12]], %[[V10]] : index
// CHECK:           scf.for %[[J:.*]] = %[[C0]] to %[[C24]] step
// CHECK-NEXT:        %[[V14:.*]] = arith.andi %[[J]], %[[C1]] : index
// CHECK-NEXT:        %[[V15:.*]] = arith.shrsi %[[J]], %[[C1]] : index
// CHECK-NEXT:        %[[V16:.*]] = arith.andi %[[V15]], %[[C1]] : index
// CHECK-NEXT:        %[[V17:.*]] = arith.muli %[[V16]], %[[C4]] : index
// CHECK-NEXT:        %[[V18:.*]] = arith.shrsi %[[J]], %[[C2]] : index
// CHECK-NEXT:        %[[V19:.*]] = arith.andi %[[V18]], %[[C1]] : index
// CHECK-NEXT:        %[[V20:.*]] = arith.muli %[[V19]], %[[C16]] : index
// CHECK-NEXT:        %[[V21:.*]] = arith.shrsi %[[J]], %[[C3]] : index
// CHECK-NEXT:        %[[V22:.*]] = arith.andi %[[V21]], %[[C1]] : index
// CHECK-NEXT:        %[[V23:.*]] = arith.muli %[[V22]], %[[C64]] : index
// CHECK-NEXT:        %[[V24:.*]] = arith.shrsi %[[J]], %[[C4]] : index
// CHECK-NEXT:        %[[V25:.*]] = arith.muli %[[V24]], %[[C256]] : index
// CHECK-NEXT:        %[[V26:.*]] = arith.addi %[[V13]], %[[V14]] : index
// CHECK-NEXT:        %[[V27:.*]] = arith.addi %[[V26]], %[[V17]] : index
// CHECK-NEXT:        %[[V28:.*]] = arith.addi %[[V27]], %[[V20]] : index
// CHECK-NEXT:        %[[V29:.*]] = arith.addi %[[V28]], %[[V23]] : index
// CHECK-NEXT:        %[[V30:.*]] = arith.addi %[[V29]], %[[V25]] : index
// CHECK-NEXT:        memref.load %{{.*}}[%[[V30]]]

// The same in the emitted source.
// SYCL: const int64_t A_offset =
// SYCL-NEXT: saopt::wrap_add(saopt::wrap_add(saopt::wrap_mul(i & 1, int64_t(2)),
// SYCL-NEXT: saopt::wrap_mul((i >> 1) & 1, int64_t(8))), saopt::wrap_mul((i >> 2) & 1, int64_t(32))) +
// SYCL-NEXT: saopt::wrap_mul(i >> 3, int64_t(128));
// SYCL: for (int64_t j = 0; j < 24; ++j) {
// SYCL: const int64_t A_offset_1 = ((j >> 1) & 1) * 4;
// SYCL: const int64_t A_offset_2 = ((j >> 2) & 1) * 16;
// SYCL: sums_acc =
// SYCL-NEXT: sums_acc +
// SYCL-NEXT: A[A_offset + (j & 1) + A_offset_1 + A_offset_2 + ((j >> 3) & 1) * 64 + (j >> 4) * 256];
sa.func @z_order(%A: !A, %sums: !sa.array<16xf32, inout>) {
  sa.nest (%i, %j) to (16, 24) {
    %a = sa.load %A[%i, %j] : !A
    sa.accumulate add %a, %sums[%i] : !sa.array<16xf32, inout>
  }
}
