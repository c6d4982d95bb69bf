// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans))' | FileCheck %s

// Fused nests: common loops, then the nests one after the other. Loops of different
// sizes run to the larger one.

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

// CHECK-DAG: #[[$MAP:.*]] = affine_map<(d0, d1) -> (d0 + d1)>
// CHECK-DAG: #[[$SET:.*]] = affine_set<(d0) : (-d0 + 4 >= 0)>
//
// CHECK-LABEL: sa.func @partial
// CHECK:      affine.for %{{.*}} = 0 to 8 step 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: sa.store %{{.*}}, %C[%{{.*}}, %{{.*}}] : !sa.array<8x4xf32, inout>
// CHECK-NEXT: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: %{{.*}} = affine.apply #[[$MAP]](%{{.*}}, %{{.*}})
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<8x16xf32, input>
// CHECK-NEXT: %{{.*}} = sa.load %B[%{{.*}}, %{{.*}}] : !sa.array<16x4xf32, input>
// CHECK-NEXT: %{{.*}} = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: sa.accumulate add %{{.*}}, %C[%{{.*}}, %{{.*}}] : !sa.array<8x4xf32, inout>
// CHECK-NEXT: } {sa.index = "k"}
// CHECK-NEXT: } {sa.index = "j"}
// CHECK-NEXT: } {sa.index = "ii"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @unequal
// CHECK:      affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: sa.store %{{.*}}, %A[%{{.*}}] : !sa.array<8xf32, inout>
// CHECK-NEXT: affine.if #[[$SET]](%{{.*}}) {
// CHECK-NEXT: %{{.*}} = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}] : !sa.array<5xf32, inout>
// CHECK-NEXT: }
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @nested
// CHECK:      affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: sa.store %{{.*}}, %A[%{{.*}}] : !sa.array<8xf32, inout>
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}] : !sa.array<8xf32, inout>
// CHECK-NEXT: sa.store %{{.*}}, %B[%{{.*}}] : !sa.array<8xf32, inout>
// CHECK-NEXT: %{{.*}} = sa.load %B[%{{.*}}] : !sa.array<8xf32, inout>
// CHECK-NEXT: sa.store %{{.*}}, %C[%{{.*}}] : !sa.array<8xf32, inout>
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: }
//
// The bounds of common loops say it for all the nests in them: no conditions.
// CHECK-LABEL: sa.func @edges
// CHECK:      affine.for %{{.*}} = 0 to 13 step 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min
// CHECK-NOT:  affine.if
// CHECK:      } {sa.index = "ii"}
//
// A copy for the runs of a loop is made where that loop is.
// CHECK-LABEL: sa.func @copy_in_one_part
// CHECK:      sa.cache_block %A as "A_cache" at "j"
// CHECK-NOT:  sa.cache_block
