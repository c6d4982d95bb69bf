// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// A temporary is memory of the size of its storage.

// CHECK-LABEL: func.func @static_sizes
sa.func @static_sizes() {
  // CHECK:      %[[PLAIN:.*]] = arith.constant 32 : index
  // CHECK-NEXT: sa.alloc "plain"(%[[PLAIN]]) of f32 : memref<?xf32>
  %plain = sa.temp "plain" : !sa.array<4x8xf32, temp>
  // CHECK-NEXT: %[[SPREAD:.*]] = arith.constant 7 : index
  // CHECK-NEXT: sa.alloc "spread"(%[[SPREAD]]) of f64 : memref<?xf64>
  %spread = sa.temp "spread" : !sa.array<4xf64, temp, #sa.strided<[-2], offset = 6>>
  // CHECK-NEXT: %[[NONE:.*]] = arith.constant 0 : index
  // CHECK-NEXT: sa.alloc "none"(%[[NONE]]) of i32 : memref<?xi32>
  %none = sa.temp "none" : !sa.array<4x0xi32, temp>
  // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
  // CHECK-NEXT: sa.alloc "one"(%[[ONE]]) of ui16 : memref<?xi16>
  %one = sa.temp "one" : !sa.array<ui16, temp>
}

// CHECK-LABEL: func.func @storage_types
sa.func @storage_types() {
  // CHECK: sa.alloc "flags"(%{{.*}}) of i1 : memref<?xi8>
  %flags = sa.temp "flags" : !sa.array<4xi1, temp>
  // CHECK: sa.alloc "brains"(%{{.*}}) of bf16 : memref<?xi16>
  %brains = sa.temp "brains" : !sa.array<4xbf16, temp>
}

// CHECK-LABEL: func.func @run_time_sizes
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index {sa.name = "M", sa.size}, %[[N:[a-z0-9]+]]: index {sa.name = "N", sa.size})
sa.func @run_time_sizes(%A: !sa.array<?x?xf32, input, sizes = [M, N]>) {
  // CHECK:      %[[MN:.*]] = arith.muli %[[M]], %[[N]]
  // CHECK:      %[[EIGHT:.*]] = arith.constant 8 : index
  // CHECK:      %[[ALL:.*]] = arith.muli %[[MN]], %[[EIGHT]]
  // CHECK-NEXT: sa.alloc "T"(%[[ALL]]) of f32 : memref<?xf32>
  %T = sa.temp "T" : !sa.array<?x?x8xf32, temp, sizes = [M, N]>
  // CHECK-NEXT: sa.alloc "row"(%[[N]]) of f32 : memref<?xf32>
  %row = sa.temp "row" : !sa.array<?xf32, temp, sizes = [N]>
}
