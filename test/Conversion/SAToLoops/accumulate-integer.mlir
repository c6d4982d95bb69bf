// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// How signed integers are accumulated.

// CHECK-LABEL: func.func @integers
// CHECK-SAME:    (%{{.*}}: memref<?xi32> {{.*}}, %[[N:.*]]: i32
sa.func @integers(%C: !sa.array<4xi32, inout>, %n: i32) {
  sa.nest (%i) to (4) {
    // CHECK:      %[[OLD:.*]] = memref.load
    // CHECK-NEXT: arith.addi %[[OLD]], %[[N]] : i32
    sa.accumulate add %n, %C[%i] : !sa.array<4xi32, inout>
    // CHECK:      %[[OLD:.*]] = memref.load
    // CHECK-NEXT: arith.muli %[[OLD]], %[[N]] : i32
    sa.accumulate mul %n, %C[%i] : !sa.array<4xi32, inout>
    // CHECK:      %[[OLD:.*]] = memref.load
    // CHECK-NEXT: arith.minsi %[[OLD]], %[[N]] : i32
    sa.accumulate min %n, %C[%i] : !sa.array<4xi32, inout>
    // CHECK:      %[[OLD:.*]] = memref.load
    // CHECK-NEXT: arith.maxsi %[[OLD]], %[[N]] : i32
    sa.accumulate max %n, %C[%i] : !sa.array<4xi32, inout>
    // CHECK:      %[[OLD:.*]] = memref.load
    // CHECK-NEXT: arith.andi %[[OLD]], %[[N]] : i32
    sa.accumulate and %n, %C[%i] : !sa.array<4xi32, inout>
    // CHECK:      %[[OLD:.*]] = memref.load
    // CHECK-NEXT: arith.ori %[[OLD]], %[[N]] : i32
    sa.accumulate or %n, %C[%i] : !sa.array<4xi32, inout>
  }
}
