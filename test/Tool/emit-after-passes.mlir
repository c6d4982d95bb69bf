// RUN: saopt %s --canonicalize --emit=mlir | FileCheck %s

// Passes of the command line run before the program is compiled.

// CHECK-LABEL: sa.func @fill
// CHECK-NOT:     arith.muli
// CHECK:         arith.constant 42 : i32
sa.func @fill(%A: !sa.array<8xi32, inout>) {
  %six = arith.constant 6 : i32
  %seven = arith.constant 7 : i32
  %product = arith.muli %six, %seven : i32
  sa.nest (%i) to (8) {
    sa.store %product, %A[%i] : !sa.array<8xi32, inout>
  }
}
