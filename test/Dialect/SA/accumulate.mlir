// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// Every kind of accumulation, over the types it belongs to.

// CHECK-LABEL: sa.func @arithmetic
sa.func @arithmetic(%C: !sa.array<4xf32, inout>, %D: !sa.array<4xui8, inout>,
                    %x: f32, %n: i8) {
  %T = sa.temp "T" : !sa.array<4xf32, temp>
  // CHECK: sa.nest
  sa.nest (%i) to (4) {
    // CHECK-NEXT: sa.accumulate add %x, %C[%i] : !sa.array<4xf32, inout>
    sa.accumulate add %x, %C[%i] : !sa.array<4xf32, inout>
    // CHECK-NEXT: sa.accumulate mul %x, %C[%i] : !sa.array<4xf32, inout>
    sa.accumulate mul %x, %C[%i] : !sa.array<4xf32, inout>
    // CHECK-NEXT: sa.accumulate min %n, %D[%i] : !sa.array<4xui8, inout>
    sa.accumulate min %n, %D[%i] : !sa.array<4xui8, inout>
    // CHECK-NEXT: sa.accumulate max %x, %T[%i] {sa.note} : !sa.array<4xf32, temp>
    sa.accumulate max %x, %T[%i] {sa.note} : !sa.array<4xf32, temp>
  }
}

// CHECK-LABEL: sa.func @logic
sa.func @logic(%C: !sa.array<4xi1, inout>, %D: !sa.array<4xi32, inout>,
               %b: i1, %n: i32) {
  // CHECK-NEXT: sa.nest
  sa.nest (%i) to (4) {
    // CHECK-NEXT: sa.accumulate and %b, %C[%i] : !sa.array<4xi1, inout>
    sa.accumulate and %b, %C[%i] : !sa.array<4xi1, inout>
    // CHECK-NEXT: sa.accumulate or %b, %C[%i] : !sa.array<4xi1, inout>
    sa.accumulate or %b, %C[%i] : !sa.array<4xi1, inout>
    // CHECK-NEXT: sa.accumulate or %n, %D[%i] : !sa.array<4xi32, inout>
    sa.accumulate or %n, %D[%i] : !sa.array<4xi32, inout>
  }
}

// CHECK-LABEL: sa.func @complexes
sa.func @complexes(%C: !sa.array<4xcomplex<f64>, inout>) {
  // CHECK-NEXT: sa.nest
  sa.nest (%i) to (4) {
    // CHECK-NEXT: %[[Z:.*]] = complex.constant
    %z = complex.constant [1.0, 2.0] : complex<f64>
    // CHECK-NEXT: sa.accumulate add %[[Z]], %C[%i] : !sa.array<4xcomplex<f64>, inout>
    sa.accumulate add %z, %C[%i] : !sa.array<4xcomplex<f64>, inout>
    // CHECK-NEXT: sa.accumulate mul %[[Z]], %C[%i] : !sa.array<4xcomplex<f64>, inout>
    sa.accumulate mul %z, %C[%i] : !sa.array<4xcomplex<f64>, inout>
  }
}
