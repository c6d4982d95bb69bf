// RUN: saopt %s --sa-parallelize | FileCheck %s

// Every point has its own elements: all the indices are parallel.

// CHECK-LABEL: sa.func @copy
// CHECK:         sa.nest (%i, %j) to (4, 8) parallel("i", "j") {
sa.func @copy(%A: !sa.array<4x8xf32, input>, %C: !sa.array<4x8xf32, inout>) {
  sa.nest (%i, %j) to (4, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<4x8xf32, input>
    sa.store %a, %C[%i, %j] : !sa.array<4x8xf32, inout>
  }
}

// CHECK-LABEL: sa.func @in_place
// CHECK:         sa.nest (%i) to (8) parallel("i") {
sa.func @in_place(%C: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (8) {
    %c = sa.load %C[%i] : !sa.array<8xf32, inout>
    %d = arith.addf %c, %x : f32
    sa.store %d, %C[%i] : !sa.array<8xf32, inout>
    sa.accumulate mul %x, %C[%i] : !sa.array<8xf32, inout>
  }
}

// Reading the same element from everywhere is no conflict.
// CHECK-LABEL: sa.func @broadcast
// CHECK:         sa.nest (%i) to (8) parallel("i") {
sa.func @broadcast(%A: !sa.array<f32, input>, %C: !sa.array<8xf32, inout>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[] : !sa.array<f32, input>
    sa.store %a, %C[%i] : !sa.array<8xf32, inout>
  }
}

// CHECK-LABEL: sa.func @reads_only
// CHECK:         sa.nest (%i, %j) to (8, 8) parallel("i", "j") {
sa.func @reads_only(%A: !sa.array<8xf32, input>) {
  sa.nest (%i, %j) to (8, 8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, input>
  }
}
