// RUN: saopt %s --pass-pipeline='builtin.module(gpu.module(convert-sa-kernels-to-pointers),reconcile-unrealized-casts)' | FileCheck %s

// Memory that a work-group shares is a variable of the module.

gpu.module @kernels {
  // CHECK: llvm.mlir.global internal @copy_T() {addr_space = 3 : i32} : !llvm.array<8 x i32>
  // CHECK-LABEL: gpu.func @copy
  gpu.func @copy(
      %C: memref<?xi32> {sa.array = !sa.array<8xi32, inout>, sa.name = "C"}) kernel {
    %i = gpu.thread_id x
    // CHECK: %[[T:.*]] = llvm.mlir.addressof @copy_T : !llvm.ptr<3>
    %T = memref.alloca() {sa.array = !sa.array<8xi32, temp>, sa.name = "T"} : memref<8xi32, #gpu.address_space<workgroup>>
    %c = memref.load %C[%i] : memref<?xi32>
    // CHECK: %[[TO:.*]] = llvm.getelementptr inbounds %[[T]][%{{.*}}] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i32
    // CHECK: llvm.store %{{.*}}, %[[TO]] {alignment = 4 : i64} : i32, !llvm.ptr<3>
    memref.store %c, %T[%i] : memref<8xi32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
