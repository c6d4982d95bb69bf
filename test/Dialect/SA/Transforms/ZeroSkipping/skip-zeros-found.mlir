// RUN: saopt %s --sa-skip-zeros | FileCheck %s

// What is found is said, also where nothing is skipped.

// CHECK-LABEL: sa.func @stored
// CHECK-SAME:    message = "3 of 4 elements are zero and are not skipped, because the nest does more than add products with them
sa.func @stored(%B: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<[0.0, 2.0, 0.0, 0.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i) to (4) {
    %w = sa.load %W[%i] : !sa.array<4xf32, const>
    sa.store %w, %B[%i] : !sa.array<4xf32, inout>
  }
}

// The programs below run densely.

// One constant at two places.
// CHECK-LABEL: sa.func @shifted
// CHECK-SAME:    message = "3 of 4 elements are zero and are not skipped, because the nest reads it at several places
sa.func @shifted(%B: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<[0.0, 0.0, 0.0, 1.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i) to (3) {
    %one = arith.constant 1 : index
    %next = arith.addi %i, %one : index
    %w = sa.load %W[%next] : !sa.array<4xf32, const>
    %v = sa.load %W[%i] : !sa.array<4xf32, const>
    %wv = arith.addf %w, %v : f32
    sa.accumulate add %wv, %B[%i] : !sa.array<4xf32, inout>
  }
}

// Two constants in a sum: no one of them decides.
// CHECK-LABEL: sa.func @two_constants
// CHECK-SAME:    message = "3 of 4 elements are zero and are not skipped, because the nest does more than add products with them
// CHECK-SAME:    message = "3 of 4 elements are zero and are not skipped, because the nest does more than add products with them
sa.func @two_constants(%B: !sa.array<4xf32, inout>) {
  %V = sa.const "V" dense<[0.0, 2.0, 0.0, 0.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  %W = sa.const "W" dense<[0.0, 1.0, 0.0, 0.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i) to (4) {
    %v = sa.load %V[%i] : !sa.array<4xf32, const>
    sa.accumulate add %v, %B[%i] : !sa.array<4xf32, inout>
    %w = sa.load %W[%i] : !sa.array<4xf32, const>
    sa.accumulate add %w, %B[%i] : !sa.array<4xf32, inout>
  }
}

// A loop of the body.
// CHECK-LABEL: sa.func @looped
// CHECK-SAME:    message = "3 of 4 elements are zero and are not skipped, because a loop of the body reads it, and not an index of the nest
// CHECK:         affine.for %{{.*}} = 0 to 4
sa.func @looped(%B: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<[0.0, 2.0, 0.0, 0.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i) to (4) {
    affine.for %k = 0 to 4 {
      %w = sa.load %W[%k] : !sa.array<4xf32, const>
      sa.accumulate add %w, %B[%i] : !sa.array<4xf32, inout>
    }
  }
}

// A number that the caller gives, and an index without a bound.
// CHECK-LABEL: sa.func @unknown
// CHECK-SAME:    message = "3 of 4 elements are zero and are not skipped, because an index that it is read with has a run-time size
// CHECK-SAME:    message = "3 of 4 elements are zero and are not skipped, because it is not known before the call where the nest reads it
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

// Constraints on the indices of the constant. Others move with their indices.
// CHECK-LABEL: sa.func @constrained
// CHECK-SAME:    message = "6 of 8 elements are zero and are not skipped, because the nest constrains the indices that it is read with
// CHECK:         sa.nest (%i, %j) to (4, 8) where
sa.func @constrained(%C: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0]> : tensor<8xf32> as !sa.array<8xf32, const>
  sa.nest (%i, %j) to (4, 8) where affine_set<(i, j) : (i + 4 - j >= 0)> {
    %w = sa.load %W[%j] : !sa.array<8xf32, const>
    sa.accumulate add %w, %C[%i] : !sa.array<4xf32, inout>
  }
}

// CHECK-LABEL: sa.func @constrained_elsewhere
// CHECK-SAME:    message = "6 of 8 elements are zero and are skipped
// CHECK:         sa.nest (%i, %j_kept) to (4, 2) where #{{.*}}[%n]
sa.func @constrained_elsewhere(%C: !sa.array<4xf32, inout>, %n: index) {
  %W = sa.const "W" dense<[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0]> : tensor<8xf32> as !sa.array<8xf32, const>
  sa.nest (%i, %j) to (4, 8) where affine_set<(i, j)[n] : (n - i >= 0)>[%n] {
    %w = sa.load %W[%j] : !sa.array<8xf32, const>
    sa.accumulate add %w, %C[%i] : !sa.array<4xf32, inout>
  }
}

// Nests with a plan are left to `sa-mark-idle`.
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
