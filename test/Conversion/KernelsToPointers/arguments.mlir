// RUN: saopt %s --pass-pipeline='builtin.module(gpu.module(convert-sa-kernels-to-pointers))' | FileCheck %s

// An array becomes one bare pointer to global memory. Arrays do not overlap, and
// what the kernel does not write is read-only. Sizes and scalars stay.

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @kernel(
  // CHECK-SAME:    %{{[a-z0-9]+}}: !llvm.ptr<1> {llvm.noalias, llvm.readonly, sa.array = !sa.array<4xf32, input>, sa.name = "A"},
  // CHECK-SAME:    %{{[a-z0-9]+}}: !llvm.ptr<1> {llvm.noalias, sa.array = !sa.array<4xf32, inout>, sa.name = "C"},
  // CHECK-SAME:    %{{[a-z0-9]+}}: !llvm.ptr<1> {llvm.noalias, sa.array = !sa.array<?xf32, temp>, sa.name = "T"},
  // CHECK-SAME:    %{{[a-z0-9]+}}: f32 {sa.name = "x", sa.scalar = f32},
  // CHECK-SAME:    %{{[a-z0-9]+}}: index {sa.name = "N", sa.size}) kernel
  gpu.func @kernel(
      %A: memref<?xf32> {sa.array = !sa.array<4xf32, input>, sa.name = "A"},
      %C: memref<?xf32> {sa.array = !sa.array<4xf32, inout>, sa.name = "C"},
      %T: memref<?xf32> {sa.array = !sa.array<?xf32, temp>, sa.name = "T"},
      %x: f32 {sa.name = "x", sa.scalar = f32},
      %n: index {sa.name = "N", sa.size}) kernel {
    gpu.return
  }
}
