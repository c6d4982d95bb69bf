// RUN: saopt %s --sa-parallelize | FileCheck %s

// All the accesses of a nest count, and arrays do not overlap each other.

// The second statement makes the nest sequential.
// CHECK-LABEL: sa.func @two_statements
// CHECK:         sa.nest (%i) to (7) parallel() {
sa.func @two_statements(%A: !sa.array<8xf32, inout>,
                        %B: !sa.array<8xf32, inout>, %x: f32) {
  %one = arith.constant 1 : index
  sa.nest (%i) to (7) {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
    %next = arith.addi %i, %one : index
    %b = sa.load %B[%i] : !sa.array<8xf32, inout>
    sa.store %b, %B[%next] : !sa.array<8xf32, inout>
  }
}

// What one statement writes, another one reads at another point.
// CHECK-LABEL: sa.func @across_statements
// CHECK:         sa.nest (%i) to (7) parallel() {
sa.func @across_statements(%A: !sa.array<8xf32, inout>,
                           %B: !sa.array<8xf32, inout>, %x: f32) {
  %one = arith.constant 1 : index
  sa.nest (%i) to (7) {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
    %next = arith.addi %i, %one : index
    %a = sa.load %A[%next] : !sa.array<8xf32, inout>
    sa.store %a, %B[%i] : !sa.array<8xf32, inout>
  }
}

// Two arguments of one type are two arrays.
// CHECK-LABEL: sa.func @different_arrays
// CHECK:         sa.nest (%i) to (7) parallel("i") {
sa.func @different_arrays(%A: !sa.array<8xf32, inout>,
                          %B: !sa.array<8xf32, inout>) {
  %one = arith.constant 1 : index
  sa.nest (%i) to (7) {
    %next = arith.addi %i, %one : index
    %a = sa.load %A[%next] : !sa.array<8xf32, inout>
    sa.store %a, %B[%i] : !sa.array<8xf32, inout>
  }
}

// Nests run one after the other: what the first writes is no concern of the
// second's points.
// CHECK-LABEL: sa.func @two_nests
// CHECK:         sa.nest (%i) to (8) parallel("i") {
// CHECK:         sa.nest (%i) to (7) parallel("i") {
sa.func @two_nests(%B: !sa.array<8xf32, inout>, %x: f32) {
  %one = arith.constant 1 : index
  %T = sa.temp "T" : !sa.array<8xf32, temp>
  sa.nest (%i) to (8) {
    sa.store %x, %T[%i] : !sa.array<8xf32, temp>
  }
  sa.nest (%i) to (7) {
    %next = arith.addi %i, %one : index
    %t = sa.load %T[%next] : !sa.array<8xf32, temp>
    sa.store %t, %B[%i] : !sa.array<8xf32, inout>
  }
}
