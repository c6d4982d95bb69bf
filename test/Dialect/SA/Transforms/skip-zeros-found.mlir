// RUN: saopt %s --sa-skip-zeros | FileCheck %s

// What is found is said, also where nothing is skipped.

// CHECK-LABEL: sa.func @stored
// CHECK-SAME:    constant 'W': 3 of 4 elements are zero and are not skipped, because the nest does more than to add products with them
sa.func @stored(%B: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<[0.0, 2.0, 0.0, 0.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i) to (4) {
    %w = sa.load %W[%i] : !sa.array<4xf32, const>
    sa.store %w, %B[%i] : !sa.array<4xf32, inout>
  }
}

// CHECK-LABEL: sa.func @shifted
// CHECK-SAME:    constant 'W': 3 of 4 elements are zero and are not skipped, because the nest does not read one element of it at each point, with indices of its own of known sizes
sa.func @shifted(%B: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<[0.0, 2.0, 0.0, 0.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i) to (3) {
    %one = arith.constant 1 : index
    %next = arith.addi %i, %one : index
    %w = sa.load %W[%next] : !sa.array<4xf32, const>
    sa.accumulate add %w, %B[%i] : !sa.array<4xf32, inout>
    %v = sa.load %W[%i] : !sa.array<4xf32, const>
    sa.accumulate add %v, %B[%i] : !sa.array<4xf32, inout>
  }
}

// CHECK-LABEL: sa.func @looped
// CHECK-SAME:    constant 'W': 3 of 4 elements are zero and are not skipped, because the loop that reads it does more than to add products with them, or leaving out iterations would not pay
sa.func @looped(%B: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<[0.0, 2.0, 0.0, 0.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i) to (4) {
    affine.for %k = 0 to 4 {
      %w = sa.load %W[%k] : !sa.array<4xf32, const>
      sa.store %w, %B[%k] : !sa.array<4xf32, inout>
    }
  }
}

// What a plan leaves is in the report of `sa-apply-plans`.
// CHECK-LABEL: sa.func @planned
// CHECK-NOT:     sa.report
sa.func @planned(%B: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<[0.0, 2.0, 0.0, 0.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest "n" (%i) to (4) {
    %w = sa.load %W[%i] : !sa.array<4xf32, const>
    sa.accumulate add %w, %B[%i] : !sa.array<4xf32, inout>
  }
  sa.plan {
    %i = sa.loops "n"
    sa.unroll %i
  }
}

// CHECK-LABEL: sa.func @full
// CHECK-NOT:     sa.report
sa.func @full(%B: !sa.array<2xf32, inout>) {
  %W = sa.const "W" dense<[1.0, 2.0]> : tensor<2xf32> as !sa.array<2xf32, const>
  sa.nest (%i) to (2) {
    %w = sa.load %W[%i] : !sa.array<2xf32, const>
    sa.store %w, %B[%i] : !sa.array<2xf32, inout>
  }
}
