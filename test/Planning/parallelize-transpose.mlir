// RUN: saopt %s --sa-parallelize | FileCheck %s

// A transposition in place swaps elements between points; out of place it only
// moves them.

// CHECK-LABEL: sa.func @in_place
// CHECK:         sa.nest (%i, %j) to (8, 8) parallel() {
sa.func @in_place(%A: !sa.array<8x8xf32, inout>) {
  sa.nest (%i, %j) to (8, 8) {
    %a = sa.load %A[%j, %i] : !sa.array<8x8xf32, inout>
    sa.store %a, %A[%i, %j] : !sa.array<8x8xf32, inout>
  }
}

// CHECK-LABEL: sa.func @out_of_place
// CHECK:         sa.nest (%i, %j) to (8, 8) parallel("i", "j") {
sa.func @out_of_place(%A: !sa.array<8x8xf32, input>,
                      %C: !sa.array<8x8xf32, inout>) {
  sa.nest (%i, %j) to (8, 8) {
    %a = sa.load %A[%j, %i] : !sa.array<8x8xf32, input>
    sa.store %a, %C[%i, %j] : !sa.array<8x8xf32, inout>
  }
}

// The lower left quarter goes to the upper right one: they are disjoint.
// CHECK-LABEL: sa.func @quarters
// CHECK:         sa.nest (%i, %j) to (4, 4) parallel("i", "j") {
sa.func @quarters(%A: !sa.array<8x8xf32, inout>) {
  %four = arith.constant 4 : index
  sa.nest (%i, %j) to (4, 4) {
    %low = arith.addi %i, %four : index
    %a = sa.load %A[%low, %j] : !sa.array<8x8xf32, inout>
    sa.store %a, %A[%j, %low] : !sa.array<8x8xf32, inout>
  }
}
