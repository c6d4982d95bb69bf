// RUN: saopt %s --sa-parallelize | FileCheck %s

// The points of a reduction share the element they accumulate into: the indices
// that are summed over are not parallel.

// CHECK-LABEL: sa.func @gemm
// CHECK:         sa.nest (%i, %j, %k) to (4, 5, 6) parallel("i", "j") {
sa.func @gemm(%A: !sa.array<4x6xf32, input>, %B: !sa.array<6x5xf32, input>,
              %C: !sa.array<4x5xf32, inout>) {
  sa.nest (%i, %j, %k) to (4, 5, 6) {
    %a = sa.load %A[%i, %k] : !sa.array<4x6xf32, input>
    %b = sa.load %B[%k, %j] : !sa.array<6x5xf32, input>
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %C[%i, %j] : !sa.array<4x5xf32, inout>
  }
}

// The order of the indices does not matter.
// CHECK-LABEL: sa.func @outer_reduction
// CHECK:         sa.nest (%k, %i) to (6, 4) parallel("i") {
sa.func @outer_reduction(%A: !sa.array<4x6xf32, input>,
                         %C: !sa.array<4xf32, inout>) {
  sa.nest (%k, %i) to (6, 4) {
    %a = sa.load %A[%i, %k] : !sa.array<4x6xf32, input>
    sa.accumulate add %a, %C[%i] : !sa.array<4xf32, inout>
  }
}

// CHECK-LABEL: sa.func @total
// CHECK:         sa.nest (%i, %j) to (4, 6) parallel() {
sa.func @total(%A: !sa.array<4x6xf32, input>, %C: !sa.array<f32, inout>) {
  sa.nest (%i, %j) to (4, 6) {
    %a = sa.load %A[%i, %j] : !sa.array<4x6xf32, input>
    sa.accumulate add %a, %C[] : !sa.array<f32, inout>
  }
}

// One step is no reduction.
// CHECK-LABEL: sa.func @one_step
// CHECK:         sa.nest (%i, %k) to (4, 1) parallel("i", "k") {
sa.func @one_step(%C: !sa.array<4xf32, inout>, %x: f32) {
  sa.nest (%i, %k) to (4, 1) {
    sa.accumulate add %x, %C[%i] : !sa.array<4xf32, inout>
  }
}

// Storing the same element again and again keeps the last value: the order
// counts.
// CHECK-LABEL: sa.func @last_one_wins
// CHECK:         sa.nest (%i, %k) to (4, 6) parallel("i") {
sa.func @last_one_wins(%A: !sa.array<4x6xf32, input>,
                       %C: !sa.array<4xf32, inout>) {
  sa.nest (%i, %k) to (4, 6) {
    %a = sa.load %A[%i, %k] : !sa.array<4x6xf32, input>
    sa.store %a, %C[%i] : !sa.array<4xf32, inout>
  }
}
