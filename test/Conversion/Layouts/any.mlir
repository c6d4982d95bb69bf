// RUN: saopt %s --sa-to-loops | FileCheck %s
// RUN: saopt %s --emit=sycl | FileCheck %s --check-prefix=SYCL

// The strides of the caller.

!A = !sa.array<16x24xf32, input, #sa.any>

// CHECK-LABEL: func.func @any(
// CHECK-DAG:     %[[C24:.*]] = arith.constant 24 : index
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK:         scf.parallel (%[[I:.*]]) =
// CHECK-NEXT:      %[[V1:.*]] = arith.muli %[[I]], %{{.*}} : index
// CHECK:           scf.for %[[J:.*]] = %[[C0]] to %[[C24]] step
// CHECK-NEXT:        %[[V2:.*]] = arith.muli %[[J]], %{{.*}} : index
// CHECK-NEXT:        %[[V3:.*]] = arith.addi %[[V1]], %[[V2]] : index
// CHECK-NEXT:        memref.load %{{.*}}[%[[V3]]]

// The same in the emitted source.
// SYCL: for (int64_t j = 0; j < 24; ++j) {
// SYCL: sums_acc = sums_acc + A[i * A_stride0 + j * A_stride1];
sa.func @any(%A: !A, %sums: !sa.array<16xf32, inout>) {
  sa.nest (%i, %j) to (16, 24) {
    %a = sa.load %A[%i, %j] : !A
    sa.accumulate add %a, %sums[%i] : !sa.array<16xf32, inout>
  }
}
