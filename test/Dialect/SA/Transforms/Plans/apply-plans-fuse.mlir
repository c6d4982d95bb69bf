// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans))' | FileCheck %s

// Fused nests: common loops, then the nests one after the other. Loops of different
// sizes run to the larger one.

// CHECK-DAG: #[[$MAP:.*]] = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK-DAG: #[[$SET:.*]] = affine_set<(d0) : (-d0 + 4 >= 0)>

// CHECK-LABEL: sa.func @partial
// CHECK:      affine.for %[[I:.*]] = 0 to 8 step 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT: %[[INDEX:.*]] = affine.apply #[[$MAP]](%[[I]], %[[II]])
// CHECK-NEXT: %[[C0_000000E_00:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: sa.store %[[C0_000000E_00]], %C[%[[INDEX]], %[[J]]] : !sa.array<8x4xf32, inout>
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 16 {
// CHECK-NEXT: %[[INDEX2:.*]] = affine.apply #[[$MAP]](%[[I]], %[[II]])
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[INDEX2]], %[[K]]] : !sa.array<8x16xf32, input>
// CHECK-NEXT: %[[B_VALUE:.*]] = sa.load %B[%[[K]], %[[J]]] : !sa.array<16x4xf32, input>
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[A_VALUE]], %[[B_VALUE]] : f32
// CHECK-NEXT: sa.accumulate add %[[MULF]], %C[%[[INDEX2]], %[[J]]] : !sa.array<8x4xf32, inout>
// CHECK-NEXT: } {sa.index = "k"}
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
sa.func @partial(%A: !sa.array<8x16xf32, input>, %B: !sa.array<16x4xf32, input>, %C: !sa.array<8x4xf32, inout>) {
  sa.nest "zero" (%i, %j) to (8, 4) {
    %zero = arith.constant 0.0 : f32
    sa.store %zero, %C[%i, %j] : !sa.array<8x4xf32, inout>
  }
  sa.nest "mm" (%i, %j, %k) to (8, 4, 16) {
    %a = sa.load %A[%i, %k] : !sa.array<8x16xf32, input>
    %b = sa.load %B[%k, %j] : !sa.array<16x4xf32, input>
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %C[%i, %j] : !sa.array<8x4xf32, inout>
  }
  sa.plan {
    %i0, %j0 = sa.loops "zero"
    %i1, %j1, %k = sa.loops "mm"
    %i, %j, %f = sa.fuse %i0, %i1 partial(2) as ["i", "j", "f"]
    %ii = sa.split %i by 4 as "ii"
  }
}

// CHECK-LABEL: sa.func @unequal
// CHECK:      affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: %[[C1_000000E_00:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: sa.store %[[C1_000000E_00]], %A[%[[I]]] : !sa.array<8xf32, inout>
// CHECK-NEXT: affine.if #[[$SET]](%[[I]]) {
// CHECK-NEXT: %[[C1_000000E_002:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: sa.store %[[C1_000000E_002]], %B[%[[I]]] : !sa.array<5xf32, inout>
// CHECK-NEXT: }
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
sa.func @unequal(%A: !sa.array<8xf32, inout>, %B: !sa.array<5xf32, inout>) {
  sa.nest "a" (%i) to (8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i] : !sa.array<8xf32, inout>
  }
  sa.nest "b" (%i) to (5) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %B[%i] : !sa.array<5xf32, inout>
  }
  sa.plan {
    %i0 = sa.loops "a"
    %i1 = sa.loops "b"
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
  }
}

// CHECK-LABEL: sa.func @nested
// CHECK:      affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: %[[C1_000000E_00:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: sa.store %[[C1_000000E_00]], %A[%[[I]]] : !sa.array<8xf32, inout>
// CHECK-NEXT: %[[A_VALUE:.*]] = sa.load %A[%[[I]]] : !sa.array<8xf32, inout>
// CHECK-NEXT: sa.store %[[A_VALUE]], %B[%[[I]]] : !sa.array<8xf32, inout>
// CHECK-NEXT: %[[B_VALUE:.*]] = sa.load %B[%[[I]]] : !sa.array<8xf32, inout>
// CHECK-NEXT: sa.store %[[B_VALUE]], %C[%[[I]]] : !sa.array<8xf32, inout>
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
//
// The bounds of common loops say it for all the nests in them: no conditions.
sa.func @nested(%A: !sa.array<8xf32, inout>, %B: !sa.array<8xf32, inout>, %C: !sa.array<8xf32, inout>) {
  sa.nest "a" (%i) to (8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i] : !sa.array<8xf32, inout>
  }
  sa.nest "b" (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    sa.store %a, %B[%i] : !sa.array<8xf32, inout>
  }
  sa.nest "c" (%i) to (8) {
    %b = sa.load %B[%i] : !sa.array<8xf32, inout>
    sa.store %b, %C[%i] : !sa.array<8xf32, inout>
  }
  sa.plan {
    %i0 = sa.loops "a"
    %i1 = sa.loops "b"
    %i2 = sa.loops "c"
    %i01, %f01 = sa.fuse %i0, %i1 partial(1) as ["i01", "f01"]
    %i, %f = sa.fuse %i01, %i2 partial(1) as ["i", "f"]
  }
}

// CHECK-LABEL: sa.func @edges
// CHECK:      affine.for %[[I:.*]] = 0 to 13 step 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to min
// CHECK-NOT:  affine.if
// CHECK:      } {sa.index = "ii"}
//
// A copy for the runs of a loop is made where that loop is.
sa.func @edges(%A: !sa.array<13xf32, inout>, %B: !sa.array<13xf32, inout>) {
  sa.nest "a" (%i) to (13) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i] : !sa.array<13xf32, inout>
  }
  sa.nest "b" (%i) to (13) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %B[%i] : !sa.array<13xf32, inout>
  }
  sa.plan {
    %i0 = sa.loops "a"
    %i1 = sa.loops "b"
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
    %ii = sa.split %i by 4 as "ii"
  }
}

// CHECK-LABEL: sa.func @copy_in_one_part
// CHECK:      sa.loop_cache %A as "A_cache" at "j"
// CHECK-NOT:  sa.loop_cache
sa.func @copy_in_one_part(%A: !sa.array<8x4xf32, input>, %B: !sa.array<8x4xf32, inout>, %C: !sa.array<8xf32, inout>) {
  sa.nest "b" (%i, %j) to (8, 4) {
    %a = sa.load %A[%i, %j] : !sa.array<8x4xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<8x4xf32, inout>
  }
  sa.nest "c" (%i) to (8) {
    %zero = arith.constant 0 : index
    %a = sa.load %A[%i, %zero] : !sa.array<8x4xf32, input>
    sa.store %a, %C[%i] : !sa.array<8xf32, inout>
  }
  sa.plan {
    %i0, %j0 = sa.loops "b"
    %i1 = sa.loops "c"
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
    sa.reorder %f, %i
    %A_cache = sa.cache %A as "A_cache" at %j0 trigger %i : !sa.array<8x4xf32, input>
  }
}
