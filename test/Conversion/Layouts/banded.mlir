// RUN: saopt %s --sa-to-loops | FileCheck %s
// RUN: saopt %s --emit=sycl | FileCheck %s --check-prefix=SYCL

// A band of four elements in a row; the loop runs along the band.

!A = !sa.array<16x16xf32, input, #sa.banded<1, 2>>

// CHECK-LABEL: func.func @banded(
// CHECK-DAG:     %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG:     %[[CM1:.*]] = arith.constant -1 : index
// CHECK-DAG:     %[[C3:.*]] = arith.constant 3 : index
// CHECK:         scf.parallel (%[[I:.*]]) =
// CHECK-NEXT:      %[[V1:.*]] = arith.addi %[[I]], %[[CM1]] : index
// CHECK-NEXT:      %[[V2:.*]] = arith.maxsi %[[V1]], %[[C0]] : index
// CHECK-NEXT:      %[[V3:.*]] = arith.addi %[[I]], %[[C3]] : index
// CHECK-NEXT:      %[[V4:.*]] = arith.minsi %[[V3]], %[[C16]] : index
// CHECK-NEXT:      %[[V5:.*]] = arith.muli %[[I]], %[[C3]] : index
// CHECK-NEXT:      %[[V6:.*]] = arith.addi %[[V5]], %[[C1]] : index
// CHECK-NEXT:      %[[V7:.*]] = arith.cmpi slt, %[[V2]], %[[V4]] : index
// CHECK:           scf.for %[[J:.*]] = %[[V2]] to %[[V4]] step
// CHECK-NEXT:        %[[V8:.*]] = arith.addi %[[V6]], %[[J]] : index
// CHECK-NEXT:        memref.load %{{.*}}[%[[V8]]]

// The same in the emitted source.
// SYCL: if (condition) {
// SYCL: for (int64_t j = sycl::max(saopt::wrap_add(i, int64_t(-1)), int64_t(0));
// SYCL-NEXT: j < sycl::min(saopt::wrap_add(i, int64_t(3)), int64_t(16)); ++j) {
// SYCL: sums_acc = sums_acc + A[i * 3 + 1 + j];
sa.func @banded(%A: !A, %sums: !sa.array<16xf32, inout>) {
  sa.nest (%i, %j) to (16, 16) where affine_set<(d0, d1) : (d1 - d0 + 1 >= 0, d0 - d1 + 2 >= 0)> {
    %a = sa.load %A[%i, %j] : !A
    sa.accumulate add %a, %sums[%i] : !sa.array<16xf32, inout>
  }
}
