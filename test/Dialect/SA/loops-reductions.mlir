// RUN: saopt %s | FileCheck %s

// A parallel loop needs no reductions for an accumulation that never runs.

// CHECK-LABEL: sa.func @empty_inside
sa.func @empty_inside(%A: !sa.array<8xf32, input>, %C: !sa.array<1xf32, inout>) {
  %zero = arith.constant 0 : index
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 0 {
      %a = sa.load %A[%i] : !sa.array<8xf32, input>
      sa.accumulate add %a, %C[%zero] : !sa.array<1xf32, inout>
    } {sa.index = "k"}
  // CHECK: } {sa.execution = #sa.execution<parallel>, sa.index = "i"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// CHECK-LABEL: sa.func @empty_outside
sa.func @empty_outside(%A: !sa.array<8xf32, input>, %C: !sa.array<1xf32, inout>) {
  %zero = arith.constant 0 : index
  affine.for %k = 0 to 0 {
    affine.for %i = 0 to 8 {
      %a = sa.load %A[%i] : !sa.array<8xf32, input>
      sa.accumulate add %a, %C[%zero] : !sa.array<1xf32, inout>
    // CHECK: } {sa.execution = #sa.execution<parallel>, sa.index = "i"}
    } {sa.index = "i", sa.execution = #sa.execution<parallel>}
  } {sa.index = "k"}
}

// Nor does a loop of one iteration, whose bounds have different operands once
// that of an outer loop is a number.

// CHECK-LABEL: sa.func @once
sa.func @once(%A: !sa.array<5xf32, input>, %C: !sa.array<1xf32, inout>) {
  %zero = arith.constant 0 : index
  affine.for %l = 0 to 5 {
    affine.for %i = affine_map<(d0, d1) -> (d0 + d1)>(%zero, %l)
        to affine_map<(d0) -> (d0 + 1)>(%l) {
      %a = sa.load %A[%l] : !sa.array<5xf32, input>
      sa.accumulate add %a, %C[%zero] : !sa.array<1xf32, inout>
    // CHECK: } {sa.execution = #sa.execution<parallel>, sa.index = "i"}
    } {sa.index = "i", sa.execution = #sa.execution<parallel>}
  } {sa.index = "l"}
}
