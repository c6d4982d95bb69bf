// RUN: saopt %s --pass-pipeline='builtin.module(gpu.module(convert-sa-kernels-to-pointers))' | FileCheck %s

// A vector of at least 16 bytes is stored past the caches where its address is a
// multiple of its size, and in halves elsewhere. Smaller ones, and stores in
// order, are stored as ever.

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @store
  // CHECK-SAME:    %[[V:[a-z0-9]+]]: vector<4xf32>
  // CHECK:         %[[TO:.*]] = llvm.getelementptr inbounds
  // CHECK-NEXT:    %[[NUMBER:.*]] = llvm.ptrtoint %[[TO]] : !llvm.ptr<1> to i64
  // CHECK-NEXT:    %[[MASK:.*]] = llvm.mlir.constant(15 : i64) : i64
  // CHECK-NEXT:    %[[REST:.*]] = llvm.and %[[NUMBER]], %[[MASK]] : i64
  // CHECK-NEXT:    %[[ZERO:.*]] = llvm.mlir.constant(0 : i64) : i64
  // CHECK-NEXT:    %[[FITS:.*]] = llvm.icmp "eq" %[[REST]], %[[ZERO]] : i64
  // CHECK-NEXT:    scf.if %[[FITS]] {
  // CHECK-NEXT:      llvm.store %[[V]], %[[TO]] {alignment = 16 : i64, nontemporal} : vector<4xf32>, !llvm.ptr<1>
  // CHECK-NEXT:    } else {
  // CHECK-NEXT:      %[[LOW:.*]] = vector.shuffle %[[V]], %[[V]] [0, 1]
  // CHECK-NEXT:      %[[AT:.*]] = llvm.getelementptr inbounds %[[TO]][0]
  // CHECK-NEXT:      llvm.store %[[LOW]], %[[AT]] {alignment = 4 : i64} : vector<2xf32>, !llvm.ptr<1>
  // CHECK-NEXT:      %[[HIGH:.*]] = vector.shuffle %[[V]], %[[V]] [2, 3]
  // CHECK-NEXT:      %[[NEXT:.*]] = llvm.getelementptr inbounds %[[TO]][2]
  // CHECK-NEXT:      llvm.store %[[HIGH]], %[[NEXT]] {alignment = 4 : i64} : vector<2xf32>, !llvm.ptr<1>
  // CHECK-NEXT:    }
  gpu.func @store(
      %C: memref<?xf32> {sa.array = !sa.array<16xf32, inout>, sa.name = "C"},
      %v: vector<4xf32>) kernel {
    %i = gpu.global_id x
    vector.store %v, %C[%i] {nontemporal = true} : memref<?xf32>, vector<4xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @kept
  // CHECK-NOT:     scf.if
  gpu.func @kept(
      %C: memref<?xf32> {sa.array = !sa.array<16xf32, inout>, sa.name = "C"},
      %v: vector<2xf32>, %w: vector<4xf32>) kernel {
    %i = gpu.global_id x
    vector.store %v, %C[%i] {nontemporal = true} : memref<?xf32>, vector<2xf32>
    vector.store %w, %C[%i] {nontemporal = true, sa.ordered} : memref<?xf32>, vector<4xf32>
    gpu.return
  }
}
