// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// The sign of an accumulation is the array's: only min and max care.

// CHECK-LABEL: func.func @unsigned_array
// CHECK-SAME:    (%{{.*}}: memref<?xi8> {{.*}}, %[[N:.*]]: i8
sa.func @unsigned_array(%C: !sa.array<4xui8, inout>, %n: i8) {
  sa.nest (%i) to (4) {
    // CHECK:      %[[OLD:.*]] = memref.load
    // CHECK-NEXT: arith.addi %[[OLD]], %[[N]] : i8
    sa.accumulate add %n, %C[%i] : !sa.array<4xui8, inout>
    // CHECK:      %[[OLD:.*]] = memref.load
    // CHECK-NEXT: arith.minui %[[OLD]], %[[N]] : i8
    sa.accumulate min %n, %C[%i] : !sa.array<4xui8, inout>
    // CHECK:      %[[OLD:.*]] = memref.load
    // CHECK-NEXT: arith.maxui %[[OLD]], %[[N]] : i8
    sa.accumulate max %n, %C[%i] : !sa.array<4xui8, inout>
  }
}
