// RUN: saopt %s --sa-to-loops | FileCheck %s
// RUN: saopt %s --sa-to-kernels | FileCheck %s --check-prefix=KERNEL

// A loop over a run-time size that is zero does not run its body, and what moves
// out of the loop does not touch memory either.

// CHECK-LABEL:  func.func @total
// CHECK:          scf.parallel
// CHECK-NOT:        memref.{{load|store}}
// CHECK:            %[[RUNS:.*]] = arith.cmpi slt, %{{.*}}, %[[N:.*]] : index
// CHECK-NEXT:       scf.if %[[RUNS]] {
// CHECK-NEXT:         memref.load
// CHECK-NEXT:         scf.for %{{.*}} = %{{.*}} to %[[N]]
// CHECK:              memref.store
// CHECK-NEXT:       }
// CHECK-NOT:        memref.{{load|store}}

// KERNEL-LABEL: gpu.func @total_0
// KERNEL-NOT:     memref.{{load|store}}
// KERNEL:         scf.if
// KERNEL:           memref.load
// KERNEL:           scf.for
// KERNEL:           memref.store
// KERNEL:         }
// KERNEL-NEXT:    gpu.return
!V = !sa.array<?xf32, inout, sizes = [N]>
sa.func @total(%A: !V, %x: f32) {
  %zero = arith.constant 0 : index
  %n = sa.dim %A, 0 : !V
  sa.nest (%k) to (%n) {
    sa.accumulate add %x, %A[%zero] : !V
  }
}
