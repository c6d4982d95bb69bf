// RUN: saopt %s --pass-pipeline='builtin.module(gpu.module(convert-sa-kernels-to-pointers),reconcile-unrealized-casts)' | FileCheck %s

// A private array is one variable of the work-item.

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @copy
  gpu.func @copy(
      %C: memref<?xi32> {sa.array = !sa.array<8xi32, inout>, sa.name = "C"}) kernel {
    %i = gpu.global_id x
    // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64) : i64
    // CHECK: %[[T:.*]] = llvm.alloca %[[ONE]] x !llvm.array<8 x i32> : (i64) -> !llvm.ptr
    %T = memref.alloca() {sa.array = !sa.array<8xi32, temp>, sa.name = "T"} : memref<8xi32>
    %c = memref.load %C[%i] : memref<?xi32>
    // CHECK: %[[TO:.*]] = llvm.getelementptr inbounds %[[T]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    // CHECK: llvm.store %{{.*}}, %[[TO]] {alignment = 4 : i64} : i32, !llvm.ptr
    memref.store %c, %T[%i] : memref<8xi32>
    // CHECK: %[[FROM:.*]] = llvm.getelementptr inbounds %[[T]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    // CHECK: llvm.load %[[FROM]] {alignment = 4 : i64} : !llvm.ptr -> i32
    %t = memref.load %T[%i] : memref<8xi32>
    memref.store %t, %C[%i] : memref<?xi32>
    gpu.return
  }

  // One element needs no address arithmetic.
  // CHECK-LABEL: gpu.func @variable
  gpu.func @variable(%x: f32 {sa.name = "x", sa.scalar = f32}) kernel {
    %zero = arith.constant 0 : index
    // CHECK: %[[V:.*]] = llvm.alloca %{{.*}} x f32 : (i64) -> !llvm.ptr
    %V = memref.alloca() {sa.array = !sa.array<1xf32, temp>, sa.name = "V", sa.scalar = f32} : memref<1xf32>
    // CHECK: llvm.store %{{.*}}, %[[V]] {alignment = 4 : i64} : f32, !llvm.ptr
    memref.store %x, %V[%zero] : memref<1xf32>
    gpu.return
  }
}
