// RUN: saopt %s --pass-pipeline='builtin.module(gpu.module(convert-sa-kernels-to-pointers),reconcile-unrealized-casts)' | FileCheck %s

// A constant array is a global in constant memory.

gpu.module @kernels {
  // CHECK: llvm.mlir.global internal constant @W_values(dense<[1, 2, 3]> : tensor<3xi32>) {addr_space = 2 : i32} : !llvm.array<3 x i32>
  memref.global "private" constant @W_values : memref<3xi32> = dense<[1, 2, 3]> {sa.array = !sa.array<3xi32, const>, sa.name = "W"}
  // CHECK-LABEL: gpu.func @lookup
  gpu.func @lookup(
      %C: memref<?xi32> {sa.array = !sa.array<3xi32, inout>, sa.name = "C"}) kernel {
    %i = gpu.global_id x
    // CHECK: %[[W:.*]] = llvm.mlir.addressof @W_values : !llvm.ptr<2>
    %W = memref.get_global @W_values : memref<3xi32>
    // CHECK: %[[FROM:.*]] = llvm.getelementptr inbounds %[[W]][%{{.*}}] : (!llvm.ptr<2>, i64) -> !llvm.ptr<2>, i32
    // CHECK: llvm.load %[[FROM]] {alignment = 4 : i64} : !llvm.ptr<2> -> i32
    %w = memref.load %W[%i] : memref<3xi32>
    memref.store %w, %C[%i] : memref<?xi32>
    gpu.return
  }
}
