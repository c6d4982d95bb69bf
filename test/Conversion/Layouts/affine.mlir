// RUN: saopt %s --sa-to-loops | FileCheck %s
// RUN: saopt %s --emit=sycl | FileCheck %s --check-prefix=SYCL

// A map with quotients and remainders that are no powers of two.

!A = !sa.array<16x24xf32, input, #sa.affine<(d0, d1) -> ((d0 floordiv 6) * 200 + d1 * 8 + d0 mod 6)>>

// CHECK-LABEL: func.func @affine(
// CHECK-DAG:     %[[C24:.*]] = arith.constant 24 : index
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C6:.*]] = arith.constant 6 : index
// CHECK-DAG:     %[[C200:.*]] = arith.constant 200 : index
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK:         scf.parallel (%[[I:.*]]) =
// CHECK-NEXT:      %[[V1:.*]] = arith.divsi %[[I]], %[[C6]] : index
// CHECK-NEXT:      %[[V2:.*]] = arith.muli %[[V1]], %[[C200]] : index
// CHECK-NEXT:      %[[V3:.*]] = arith.remsi %[[I]], %[[C6]] : index
// CHECK-NEXT:      %[[V4:.*]] = arith.addi %[[V2]], %[[V3]] : index
// CHECK:           scf.for %[[J:.*]] = %[[C0]] to %[[C24]] step
// CHECK-NEXT:        %[[V5:.*]] = arith.muli %[[J]], %[[C8]] : index
// CHECK-NEXT:        %[[V6:.*]] = arith.addi %[[V4]], %[[V5]] : index
// CHECK-NEXT:        memref.load %{{.*}}[%[[V6]]]

// The same in the emitted source.
// SYCL: const int64_t A_offset = i / 6 * 200 + i % 6;
// SYCL: for (int64_t j = 0; j < 24; ++j) {
// SYCL: sums_acc = sums_acc + A[A_offset + j * 8];
sa.func @affine(%A: !A, %sums: !sa.array<16xf32, inout>) {
  sa.nest (%i, %j) to (16, 24) {
    %a = sa.load %A[%i, %j] : !A
    sa.accumulate add %a, %sums[%i] : !sa.array<16xf32, inout>
  }
}
