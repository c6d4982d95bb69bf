// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans,sa-privatize-reductions))' | FileCheck %s

// Work-items that accumulate into one element have sums of their own; those that do not share
// elements need none.

// CHECK-DAG: #[[$MAP:.*]] = affine_map<(d0) -> (d0)>

// CHECK-LABEL: sa.func @sums
// CHECK:      %C_part = sa.temp "C_part" uninitialized : !sa.array<4x8xf32, temp>
// CHECK-NEXT: affine.for %[[C_0:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[PART:.*]] = 0 to 4 {
// CHECK-NEXT: %[[C_0_000000E_00:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: sa.store %[[C_0_000000E_00]], %C_part[%[[PART]], %[[C_0]]] : !sa.array<4x8xf32, temp>
// CHECK-NEXT: } {sa.index = "part"}
// CHECK-NEXT: } {sa.execution = #sa.execution<parallel>, sa.index = "C_0"}
// CHECK-NEXT: affine.for %[[K_PART:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[K:.*]] = #[[$MAP]](%[[K_PART]]) to 1000 step 4 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[I]], %[[K]]] : !sa.array<8x1000xf32, input>
// CHECK-NEXT: sa.accumulate add %[[A_VALUE]], %C_part[%[[K_PART]], %[[I]]] : !sa.array<4x8xf32, temp>
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: } {sa.index = "k"}
// CHECK-NEXT: } {sa.execution = #sa.execution<parallel>, sa.index = "k_part"}
// CHECK-NEXT: affine.for %[[C_02:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[PART2:.*]] = 0 to 4 {
// CHECK-NEXT: %[[C_PART_VALUE:.*]] = sa.load %C_part[%[[PART2]], %[[C_02]]] : !sa.array<4x8xf32, temp>
// CHECK-NEXT: sa.accumulate add %[[C_PART_VALUE]], %C[%[[C_02]]] : !sa.array<8xf32, inout>
// CHECK-NEXT: } {sa.index = "part"}
// CHECK-NEXT: } {sa.execution = #sa.execution<parallel>, sa.index = "C_0"}
// CHECK-NEXT: }
sa.func @sums(%A: !sa.array<8x1000xf32, input>, %C: !sa.array<8xf32, inout>) {
  sa.nest "sum" (%k, %i) to (1000, 8) {
    %a = sa.load %A[%i, %k] : !sa.array<8x1000xf32, input>
    sa.accumulate add %a, %C[%i] : !sa.array<8xf32, inout>
  }
  sa.plan {
    %k, %i = sa.loops "sum"
    sa.parallelize %k max_threads(4)
  }
}

// CHECK-LABEL: sa.func @largest
// CHECK:      %C_part = sa.temp "C_part" uninitialized : !sa.array<3xi32, temp>
// CHECK-NEXT: affine.for %[[PART:.*]] = 0 to 3 {
// CHECK-NEXT: %c-2147483648_i32 = arith.constant -2147483648 : i32
// CHECK-NEXT: sa.store %c-2147483648_i32, %C_part[%[[PART]]] : !sa.array<3xi32, temp>
// CHECK-NEXT: } {sa.index = "part"}
// CHECK-NEXT: affine.for %[[K_PART:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[K:.*]] = #[[$MAP]](%[[K_PART]]) to 3 step 3 {
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[K]]] : !sa.array<3xi32, input>
// CHECK-NEXT: sa.accumulate max %[[A_VALUE]], %C_part[%[[K_PART]]] : !sa.array<3xi32, temp>
// CHECK-NEXT: } {sa.index = "k"}
// CHECK-NEXT: } {sa.execution = #sa.execution<parallel>, sa.index = "k_part"}
// CHECK-NEXT: affine.for %[[PART2:.*]] = 0 to 3 {
// CHECK-NEXT: %[[C_PART_VALUE:.*]] = sa.load %C_part[%[[PART2]]] : !sa.array<3xi32, temp>
// CHECK-NEXT: sa.accumulate max %[[C_PART_VALUE]], %C[] : !sa.array<i32, inout>
// CHECK-NEXT: } {sa.index = "part"}
// CHECK-NEXT: }
sa.func @largest(%A: !sa.array<3xi32, input>, %C: !sa.array<i32, inout>) {
  sa.nest "max" (%k) to (3) {
    %a = sa.load %A[%k] : !sa.array<3xi32, input>
    sa.accumulate max %a, %C[] : !sa.array<i32, inout>
  }
  sa.plan {
    %k = sa.loops "max"
    sa.parallelize %k
  }
}

// CHECK-LABEL: sa.func @apart
// CHECK:      affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[I]]] : !sa.array<8xf32, input>
// CHECK-NEXT: sa.accumulate add %[[A_VALUE]], %C[%[[I]]] : !sa.array<8xf32, inout>
// CHECK-NEXT: } {sa.execution = #sa.execution<parallel>, sa.index = "i"}
// CHECK-NEXT: }
sa.func @apart(%A: !sa.array<8xf32, input>, %C: !sa.array<8xf32, inout>) {
  sa.nest "add" (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, input>
    sa.accumulate add %a, %C[%i] : !sa.array<8xf32, inout>
  }
  sa.plan {
    %i = sa.loops "add"
    sa.parallelize %i
  }
}

// CHECK-LABEL: sa.func @two_kinds
// CHECK:      %C_mul_part = sa.temp "C_mul_part" uninitialized : !sa.array<4x2xi32, temp>
// CHECK:      %C_add_part = sa.temp "C_add_part" uninitialized : !sa.array<4x2xi32, temp>
// CHECK:      sa.accumulate add %[[ARG:.*]], %C_add_part
// CHECK-NEXT: sa.accumulate mul %[[ARG]], %C_mul_part
sa.func @two_kinds(%A: !sa.array<4xi32, input>, %C: !sa.array<2xi32, inout>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  sa.nest "both" (%k) to (4) {
    %a = sa.load %A[%k] : !sa.array<4xi32, input>
    sa.accumulate add %a, %C[%c0] : !sa.array<2xi32, inout>
    sa.accumulate mul %a, %C[%c1] : !sa.array<2xi32, inout>
  }
  sa.plan {
    %k = sa.loops "both"
    sa.parallelize %k
  }
}

// Copies in the loop are those of the partial sums; those around it have nothing to hold.
// CHECK-LABEL: sa.func @copies
// CHECK-NOT:  "outer"
// CHECK:      } {sa.index = "part"}
// CHECK:      sa.loop_cache %C_part as "inner" at "i" : !sa.array<4x8xf32, temp>
// CHECK-NOT:  sa.loop_cache
sa.func @copies(%A: !sa.array<8x1000xf32, input>, %C: !sa.array<8xf32, inout>) {
  sa.nest "sum" (%k, %i) to (1000, 8) {
    %a = sa.load %A[%i, %k] : !sa.array<8x1000xf32, input>
    sa.accumulate add %a, %C[%i] : !sa.array<8xf32, inout>
  }
  sa.plan {
    %k, %i = sa.loops "sum"
    %outer = sa.cache %C as "outer" at %k : !sa.array<8xf32, inout>
    %inner = sa.cache %outer as "inner" at %i : !sa.array<8xf32, inout>
    sa.parallelize %k max_threads(4)
  }
}

// Of several loops over one sum the outermost one has parts, where it has enough iterations.
// CHECK-LABEL: sa.func @several
// CHECK:      sa.accumulate add %[[ARG:.*]], %C_part[%[[ARG0:.*]]] : !sa.array<16xf32, temp>
// CHECK-NEXT: } {sa.index = "k"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: } {sa.execution = #sa.execution<parallel>, sa.index = "i_part"}
sa.func @several(%A: !sa.array<40x30xf32, input>, %C: !sa.array<f32, inout>) {
  sa.nest "sum" (%i, %k) to (40, 30) {
    %a = sa.load %A[%i, %k] : !sa.array<40x30xf32, input>
    sa.accumulate add %a, %C[] : !sa.array<f32, inout>
  }
  sa.plan {
    %i, %k = sa.loops "sum"
    sa.parallelize %i, %k
  }
}

// Otherwise the others have parts of these, and all parts are work-items. So are the iterations
// of loops that add to different elements.
// CHECK-LABEL: sa.func @few
// CHECK-DAG:  sa.temp "C_part" uninitialized : !sa.array<2x7xf32, temp>
// CHECK-DAG:  sa.temp "C_part_part" uninitialized : !sa.array<8x2x7xf32, temp>
// CHECK:      sa.store %[[CST:.*]], %C_part_part[
// CHECK:      } {sa.execution = #sa.execution<parallel>, sa.index = "C_part_0"}
// CHECK-NEXT: affine.for %[[I_PART:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[K_PART:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 7 {
// CHECK-NEXT: affine.for %[[I:.*]] = #[[$MAP]](%[[I_PART]]) to 2 step 2 {
// CHECK-NEXT: affine.for %[[K:.*]] = #[[$MAP]](%[[K_PART]]) to 30 step 8 {
// CHECK:      sa.accumulate add %[[ARG:.*]], %C_part_part[%[[K_PART]], %[[I_PART]], %[[J]]]
// CHECK-NEXT: } {sa.index = "k"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: } {sa.execution = #sa.execution<parallel>, sa.index = "j"}
// CHECK-NEXT: } {sa.execution = #sa.execution<parallel>, sa.index = "k_part"}
// CHECK-NEXT: } {sa.execution = #sa.execution<parallel>, sa.index = "i_part"}
// CHECK:      sa.accumulate add %[[ARG]], %C_part[
// CHECK:      sa.accumulate add %[[ARG]], %C[
sa.func @few(%A: !sa.array<2x7x30xf32, input>, %C: !sa.array<7xf32, inout>) {
  sa.nest "sum" (%i, %j, %k) to (2, 7, 30) {
    %a = sa.load %A[%i, %j, %k] : !sa.array<2x7x30xf32, input>
    sa.accumulate add %a, %C[%j] : !sa.array<7xf32, inout>
  }
  sa.plan {
    %i, %j, %k = sa.loops "sum"
    sa.parallelize %i, %j, %k
  }
}
