// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// An index that runs over segments of its range.

!starts = !sa.array<3xui16, const>
!C = !sa.array<2x4xf32, inout>

// CHECK-LABEL: sa.func @lists
// CHECK:         sa.nest (%i, %j, %q) to (2, 4, 5) parallel("i", "j") segments("q" of %starts at (d0, d1, d2) -> (d0) : !sa.array<3xui16, const>) {
sa.func @lists(%C: !C) {
  %starts = sa.const "starts" dense<[0, 2, 5]> : tensor<3xui16> as !starts
  sa.nest (%i, %j, %q) to (2, 4, 5) parallel("i", "j")
      segments("q" of %starts at (i, j, q) -> (i) : !starts) {
    %one = arith.constant 1.0 : f32
    sa.accumulate add %one, %C[%i, %j] : !C
  }
}

// The segment may depend on a sequential index in front.
// CHECK-LABEL: sa.func @sequential
// CHECK:         segments("q" of %starts at (d0, d1) -> (d0 floordiv 2)
sa.func @sequential(%C: !C) {
  %starts = sa.const "starts" dense<[0, 2, 5]> : tensor<3xui16> as !starts
  sa.nest (%i, %q) to (4, 5)
      segments("q" of %starts at (i, q) -> (i floordiv 2) : !starts) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1.0 : f32
    sa.accumulate add %one, %C[%zero, %i] : !C
  }
}
