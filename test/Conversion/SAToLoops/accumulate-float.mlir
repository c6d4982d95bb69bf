// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// How floats are accumulated. min and max propagate NaN.

// CHECK-LABEL: func.func @floats
// CHECK-SAME:    (%[[C:.*]]: memref<?xf32> {{.*}}, %[[X:.*]]: f32
sa.func @floats(%C: !sa.array<4xf32, inout>, %x: f32) {
  sa.nest (%i) to (4) {
    // CHECK:      %[[OLD:.*]] = memref.load %[[C]][%[[AT:.*]]]
    // CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]], %[[X]] : f32
    // CHECK-NEXT: memref.store %[[NEW]], %[[C]][%[[AT]]]
    sa.accumulate add %x, %C[%i] : !sa.array<4xf32, inout>
    // CHECK:      %[[OLD:.*]] = memref.load
    // CHECK-NEXT: arith.mulf %[[OLD]], %[[X]] : f32
    sa.accumulate mul %x, %C[%i] : !sa.array<4xf32, inout>
    // CHECK:      %[[OLD:.*]] = memref.load
    // CHECK-NEXT: arith.minimumf %[[OLD]], %[[X]] : f32
    sa.accumulate min %x, %C[%i] : !sa.array<4xf32, inout>
    // CHECK:      %[[OLD:.*]] = memref.load
    // CHECK-NEXT: arith.maximumf %[[OLD]], %[[X]] : f32
    sa.accumulate max %x, %C[%i] : !sa.array<4xf32, inout>
  }
}
