// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans,sa-partial-sums))' | FileCheck %s

// Work-items that accumulate into one element have sums of their own; those that do not share
// elements need none.

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

// CHECK-DAG: #[[$MAP:.*]] = affine_map<(d0) -> (d0)>
//
// CHECK-LABEL: sa.func @sums
// CHECK:      %C_part = sa.temp "C_part" uninitialized : !sa.array<4x8xf32, temp>
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: %{{.*}} = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: sa.store %{{.*}}, %C_part[%{{.*}}, %{{.*}}] : !sa.array<4x8xf32, temp>
// CHECK-NEXT: } {sa.index = "part"}
// CHECK-NEXT: } {sa.index = "C_0", sa.run = "parallel"}
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = #[[$MAP]](%{{.*}}) to 1000 step 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}, %{{.*}}] : !sa.array<8x1000xf32, input>
// CHECK-NEXT: sa.accumulate add %{{.*}}, %C_part[%{{.*}}, %{{.*}}] : !sa.array<4x8xf32, temp>
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: } {sa.index = "k"}
// CHECK-NEXT: } {sa.index = "k_part", sa.run = "parallel"}
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: %{{.*}} = sa.load %C_part[%{{.*}}, %{{.*}}] : !sa.array<4x8xf32, temp>
// CHECK-NEXT: sa.accumulate add %{{.*}}, %C[%{{.*}}] : !sa.array<8xf32, inout>
// CHECK-NEXT: } {sa.index = "part"}
// CHECK-NEXT: } {sa.index = "C_0", sa.run = "parallel"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @largest
// CHECK:      %C_part = sa.temp "C_part" uninitialized : !sa.array<3xi32, temp>
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: %c-2147483648_i32 = arith.constant -2147483648 : i32
// CHECK-NEXT: sa.store %c-2147483648_i32, %C_part[%{{.*}}] : !sa.array<3xi32, temp>
// CHECK-NEXT: } {sa.index = "part"}
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = #[[$MAP]](%{{.*}}) to 3 step 3 {
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}] : !sa.array<3xi32, input>
// CHECK-NEXT: sa.accumulate max %{{.*}}, %C_part[%{{.*}}] : !sa.array<3xi32, temp>
// CHECK-NEXT: } {sa.index = "k"}
// CHECK-NEXT: } {sa.index = "k_part", sa.run = "parallel"}
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: %{{.*}} = sa.load %C_part[%{{.*}}] : !sa.array<3xi32, temp>
// CHECK-NEXT: sa.accumulate max %{{.*}}, %C[] : !sa.array<i32, inout>
// CHECK-NEXT: } {sa.index = "part"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @apart
// CHECK:      affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: %{{.*}} = sa.load %A[%{{.*}}] : !sa.array<8xf32, input>
// CHECK-NEXT: sa.accumulate add %{{.*}}, %C[%{{.*}}] : !sa.array<8xf32, inout>
// CHECK-NEXT: } {sa.index = "i", sa.run = "parallel"}
// CHECK-NEXT: }
//
// CHECK-LABEL: sa.func @two_kinds
// CHECK:      %C_mul_part = sa.temp "C_mul_part" uninitialized : !sa.array<4x2xi32, temp>
// CHECK:      %C_add_part = sa.temp "C_add_part" uninitialized : !sa.array<4x2xi32, temp>
// CHECK:      sa.accumulate add %{{.*}}, %C_add_part
// CHECK-NEXT: sa.accumulate mul %{{.*}}, %C_mul_part
//
// CHECK-LABEL: sa.func @copies
// CHECK-NOT:  "outer"
// CHECK:      } {sa.index = "part"}
// CHECK:      sa.cache_block %C_part as "inner" at "i" : !sa.array<4x8xf32, temp>
// CHECK-NOT:  sa.cache_block
//
// CHECK-LABEL: sa.func @several
// CHECK:      sa.accumulate add %{{.*}}, %C_part[%{{.*}}] : !sa.array<16xf32, temp>
// CHECK-NEXT: } {sa.index = "k"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: } {sa.index = "i_part", sa.run = "parallel"}
//
// CHECK-LABEL: sa.func @few
// CHECK-DAG:  sa.temp "C_part" uninitialized : !sa.array<2x7xf32, temp>
// CHECK-DAG:  sa.temp "C_part_part" uninitialized : !sa.array<8x2x7xf32, temp>
// CHECK:      sa.store %{{.*}}, %C_part_part[
// CHECK:      } {sa.index = "C_part_0", sa.run = "parallel"}
// CHECK-NEXT: affine.for %[[I_PART:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[K_PART:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 7 {
// CHECK-NEXT: affine.for %{{.*}} = #[[$MAP]](%[[I_PART]]) to 2 step 2 {
// CHECK-NEXT: affine.for %{{.*}} = #[[$MAP]](%[[K_PART]]) to 30 step 8 {
// CHECK:      sa.accumulate add %{{.*}}, %C_part_part[%[[K_PART]], %[[I_PART]], %[[J]]]
// CHECK-NEXT: } {sa.index = "k"}
// CHECK-NEXT: } {sa.index = "i"}
// CHECK-NEXT: } {sa.index = "j", sa.run = "parallel"}
// CHECK-NEXT: } {sa.index = "k_part", sa.run = "parallel"}
// CHECK-NEXT: } {sa.index = "i_part", sa.run = "parallel"}
// CHECK:      sa.accumulate add %{{.*}}, %C_part[
// CHECK:      sa.accumulate add %{{.*}}, %C[
