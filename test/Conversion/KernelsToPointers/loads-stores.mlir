// RUN: saopt %s --pass-pipeline='builtin.module(gpu.module(convert-sa-kernels-to-pointers))' | FileCheck %s

// Loads and stores are pointer arithmetic in elements, which are aligned to their
// size.

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @copy
  // CHECK-SAME:    (%[[A:[a-z0-9]+]]: !llvm.ptr<1> {{.*}} %[[C:[a-z0-9]+]]: !llvm.ptr<1>
  gpu.func @copy(
      %A: memref<?xf16> {sa.array = !sa.array<4xf16, input>, sa.name = "A"},
      %C: memref<?xf16> {sa.array = !sa.array<4xf16, inout>, sa.name = "C"}) kernel {
    // CHECK:      %[[I:.*]] = gpu.global_id x
    %i = gpu.global_id x
    // CHECK-NEXT: %[[AT:.*]] = arith.index_cast %[[I]] : index to i64
    // CHECK-NEXT: %[[FROM:.*]] = llvm.getelementptr inbounds %[[A]][%[[AT]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
    // CHECK-NEXT: %[[VALUE:.*]] = llvm.load %[[FROM]] {alignment = 2 : i64} : !llvm.ptr<1> -> f16
    %a = memref.load %A[%i] : memref<?xf16>
    // CHECK-NEXT: %[[AT:.*]] = arith.index_cast %[[I]] : index to i64
    // CHECK-NEXT: %[[TO:.*]] = llvm.getelementptr inbounds %[[C]][%[[AT]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
    // CHECK-NEXT: llvm.store %[[VALUE]], %[[TO]] {alignment = 2 : i64} : f16, !llvm.ptr<1>
    // CHECK-NEXT: gpu.return
    memref.store %a, %C[%i] : memref<?xf16>
    gpu.return
  }
}
