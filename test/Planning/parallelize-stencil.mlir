// RUN: saopt %s --sa-parallelize | FileCheck %s

// A stencil in place reads what another point writes, whichever direction it
// looks in. Out of place it does not.

!V = !sa.array<8xf32, inout>

// CHECK-LABEL: sa.func @looks_back
// CHECK:         sa.nest (%i) to (7) parallel() {
sa.func @looks_back(%A: !V) {
  %one = arith.constant 1 : index
  sa.nest (%i) to (7) {
    %next = arith.addi %i, %one : index
    %a = sa.load %A[%i] : !V
    sa.store %a, %A[%next] : !V
  }
}

// CHECK-LABEL: sa.func @looks_ahead
// CHECK:         sa.nest (%i) to (7) parallel() {
sa.func @looks_ahead(%A: !V) {
  %one = arith.constant 1 : index
  sa.nest (%i) to (7) {
    %next = arith.addi %i, %one : index
    %a = sa.load %A[%next] : !V
    sa.store %a, %A[%i] : !V
  }
}

// The first half reads the second: no point of the nest writes what another
// reads.
// CHECK-LABEL: sa.func @looks_far
// CHECK:         sa.nest (%i) to (4) parallel("i") {
sa.func @looks_far(%A: !V) {
  %four = arith.constant 4 : index
  sa.nest (%i) to (4) {
    %far = arith.addi %i, %four : index
    %a = sa.load %A[%far] : !V
    sa.store %a, %A[%i] : !V
  }
}

// CHECK-LABEL: sa.func @out_of_place
// CHECK:         sa.nest (%i) to (7) parallel("i") {
sa.func @out_of_place(%A: !V, %C: !V) {
  %one = arith.constant 1 : index
  sa.nest (%i) to (7) {
    %next = arith.addi %i, %one : index
    %a = sa.load %A[%next] : !V
    sa.store %a, %C[%i] : !V
  }
}

// A row depends on the row above it, its elements do not depend on each other.
// CHECK-LABEL: sa.func @row_by_row
// CHECK:         sa.nest (%i, %j) to (7, 8) parallel("j") {
sa.func @row_by_row(%A: !sa.array<8x8xf32, inout>) {
  %one = arith.constant 1 : index
  sa.nest (%i, %j) to (7, 8) {
    %below = arith.addi %i, %one : index
    %a = sa.load %A[%i, %j] : !sa.array<8x8xf32, inout>
    sa.store %a, %A[%below, %j] : !sa.array<8x8xf32, inout>
  }
}

// Along the diagonal both indices change.
// CHECK-LABEL: sa.func @diagonal
// CHECK:         sa.nest (%i, %j) to (7, 7) parallel() {
sa.func @diagonal(%A: !sa.array<8x8xf32, inout>) {
  %one = arith.constant 1 : index
  sa.nest (%i, %j) to (7, 7) {
    %below = arith.addi %i, %one : index
    %right = arith.addi %j, %one : index
    %a = sa.load %A[%i, %j] : !sa.array<8x8xf32, inout>
    sa.store %a, %A[%below, %right] : !sa.array<8x8xf32, inout>
  }
}
