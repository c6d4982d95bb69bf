// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// Device memory of one call. The element type says what the bytes mean, which
// the memref may not: a bool is a byte, a bf16 its bits.

// CHECK-LABEL: func.func @memory
func.func @memory(%n: index) {
  // CHECK-NEXT: %T = sa.alloc "T"(%{{.*}}) of f32 : memref<?xf32>
  %T = sa.alloc "T"(%n) of f32 : memref<?xf32>
  // CHECK-NEXT: %cache = sa.alloc "cache"(%{{.*}}) uninitialized of f32 : memref<?xf32>
  %cache = sa.alloc "cache"(%n) uninitialized of f32 : memref<?xf32>
  // CHECK-NEXT: %flags = sa.alloc "flags"(%{{.*}}) of i1 : memref<?xi8>
  %flags = sa.alloc "flags"(%n) of i1 : memref<?xi8>
  // CHECK-NEXT: %U = sa.alloc "U"(%{{.*}}) of bf16 {sa.note} : memref<?xi16>
  %U = sa.alloc "U"(%n) of bf16 {sa.note} : memref<?xi16>
  return
}
