// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// A bf16 is its bits in memory and in the signature.

// CHECK-LABEL: func.func @add
// CHECK-SAME:    (%[[C:.*]]: memref<?xi16> {{.*}}, %[[X:.*]]: i16 {sa.name = "x", sa.scalar = bf16})
sa.func @add(%C: !sa.array<4xbf16, inout>, %x: bf16) {
  // CHECK:        %[[SCALAR:.*]] = arith.bitcast %[[X]] : i16 to bf16
  sa.nest (%i) to (4) {
    // CHECK:      %[[BITS:.*]] = memref.load %[[C]]
    // CHECK-NEXT: %[[VALUE:.*]] = arith.bitcast %[[BITS]] : i16 to bf16
    // CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[VALUE]], %[[SCALAR]] : bf16
    // CHECK-NEXT: %[[STORED:.*]] = arith.bitcast %[[SUM]] : bf16 to i16
    // CHECK-NEXT: memref.store %[[STORED]], %[[C]]
    sa.accumulate add %x, %C[%i] : !sa.array<4xbf16, inout>
  }
}
