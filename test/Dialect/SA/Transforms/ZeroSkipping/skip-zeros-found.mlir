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

// One of two places is not zero, wherever the nest is.
// CHECK-LABEL: sa.func @shifted
// CHECK-SAME:    constant 'W': 2 of 4 elements are zero and are not skipped, because no point of the nest has nothing but zeros to multiply with
sa.func @shifted(%B: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<[0.0, 2.0, 0.0, 1.0]> : tensor<4xf32> as !sa.array<4xf32, const>
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
// CHECK-SAME:    constant 'W': 3 of 4 elements are zero and are not skipped, because the loop that reads it does more than to add products with them{{"}}
sa.func @looped(%B: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<[0.0, 2.0, 0.0, 0.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i) to (4) {
    affine.for %k = 0 to 4 {
      %w = sa.load %W[%k] : !sa.array<4xf32, const>
      sa.store %w, %B[%k] : !sa.array<4xf32, inout>
    }
  }
}

// Where iterations do nothing, but too few.
// CHECK-LABEL: sa.func @looped_sum
// CHECK-SAME:    constant 'W': 1 of 16 elements are zero and are not skipped, because the estimate says that leaving out iterations of the loop that reads it would not pay
sa.func @looped_sum(%B: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<[0., 2., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1.]> : tensor<16xf32> as !sa.array<16xf32, const>
  sa.nest (%i) to (4) {
    affine.for %k = 0 to 16 {
      %w = sa.load %W[%k] : !sa.array<16xf32, const>
      sa.accumulate add %w, %B[%i] : !sa.array<4xf32, inout>
    }
  }
}

// A remainder of an index without a bound, and a number that the caller gives.
// CHECK-LABEL: sa.func @unknown
// CHECK-SAME:    constant 'V': 3 of 4 elements are zero and are not skipped, because it is known only at run time how far the nest reads it
// CHECK-SAME:    constant 'W': 3 of 4 elements are zero and are not skipped, because it is not known before the call, or at too many places, where the nest reads it
sa.func @unknown(%B: !sa.array<4xf32, inout>, %n: index) {
  %W = sa.const "W" dense<[0.0, 2.0, 0.0, 0.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  %V = sa.const "V" dense<[0.0, 2.0, 0.0, 0.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i, %k) to (4, %n) {
    %place = affine.apply affine_map<(k) -> (k mod 4)>(%k)
    %v = sa.load %V[%place] : !sa.array<4xf32, const>
    sa.accumulate add %v, %B[%i] : !sa.array<4xf32, inout>
  }
  sa.nest (%i) to (4) {
    %w = sa.load %W[%n] : !sa.array<4xf32, const>
    sa.accumulate add %w, %B[%i] : !sa.array<4xf32, inout>
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
