// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// Stores to arrays that may be written.

// CHECK-LABEL: sa.func @roles
sa.func @roles(%C: !sa.array<4x8xf32, inout>, %D: !sa.array<f32, inout>,
               %v: f32) {
  %T = sa.temp "T" : !sa.array<4xf32, temp>
  // CHECK: sa.nest (%i, %j)
  sa.nest (%i, %j) to (4, 8) {
    // CHECK-NEXT: sa.store %v, %C[%i, %j] : !sa.array<4x8xf32, inout>
    sa.store %v, %C[%i, %j] : !sa.array<4x8xf32, inout>
    // CHECK-NEXT: sa.store %v, %T[%i] {sa.note} : !sa.array<4xf32, temp>
    sa.store %v, %T[%i] {sa.note} : !sa.array<4xf32, temp>
    // CHECK-NEXT: sa.store %v, %D[] : !sa.array<f32, inout>
    sa.store %v, %D[] : !sa.array<f32, inout>
  }
}

// CHECK-LABEL: sa.func @unsigned_value
sa.func @unsigned_value(%C: !sa.array<4xui32, inout>, %v: i32) {
  // CHECK-NEXT: sa.nest
  sa.nest (%i) to (4) {
    // CHECK-NEXT: sa.store %v, %C[%i] : !sa.array<4xui32, inout>
    sa.store %v, %C[%i] : !sa.array<4xui32, inout>
  }
}
