// RUN: saopt %s --split-input-file --pass-pipeline='builtin.module(sa.func(sa-scalar-replacement))' | FileCheck %s
// CHECK-NOT: iter_args

// The elements may be the same.

// CHECK-LABEL: sa.func @maybe_same
sa.func @maybe_same(%C: !sa.array<8xf32, inout>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 8 {
        %c = sa.load %C[%i] : !sa.array<8xf32, inout>
        sa.store %c, %C[%j] : !sa.array<8xf32, inout>
      } {sa.index = "k"}
    } {sa.index = "j"}
  } {sa.index = "i"}
}

// -----

// Vectors that overlap.

// CHECK-LABEL: sa.func @overlap
sa.func @overlap(%C: !sa.array<8xf32, inout>) {
  affine.for %i = 0 to 1 {
    affine.for %k = 0 to 8 {
      %z = arith.constant 0 : index
      %o = arith.constant 1 : index
      %c = sa.vector_load %C[%z] step [1] : !sa.array<8xf32, inout> to vector<4xf32>
      sa.vector_store %c, %C[%o] step [1] : vector<4xf32> to !sa.array<8xf32, inout>
    } {sa.index = "k"}
  } {sa.index = "i"}
}

// -----

// Different elements in the same place.

// CHECK-LABEL: sa.func @shared
sa.func @shared(%C: !sa.array<4x4xf32, inout, #sa.toeplitz>) {
  affine.for %i = 0 to 3 {
    affine.for %k = 0 to 8 {
      %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %c = sa.load %C[%i, %i] : !sa.array<4x4xf32, inout, #sa.toeplitz>
      sa.store %c, %C[%j, %j] : !sa.array<4x4xf32, inout, #sa.toeplitz>
    } {sa.index = "k"}
  } {sa.index = "i"}
}

// -----

// An element that may not exist: nothing touches it in every iteration.

// CHECK-LABEL: sa.func @conditional
sa.func @conditional(%C: !sa.array<8xf32, inout>) {
  affine.for %i = 0 to 9 {
    affine.for %k = 0 to 8 {
      affine.if affine_set<(d0) : (7 - d0 >= 0)>(%i) {
        %one = arith.constant 1.0 : f32
        sa.accumulate add %one, %C[%i] : !sa.array<8xf32, inout>
      }
    } {sa.index = "k"}
  } {sa.index = "i"}
}

// -----

// Work-items do not share registers, and there is nothing that could hold one
// outside of a kernel.

// CHECK-LABEL: sa.func @parallel
sa.func @parallel(%C: !sa.array<8xf32, inout>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 8 {
      %one = arith.constant 1.0 : f32
      sa.accumulate add %one, %C[%i] : !sa.array<8xf32, inout>
    } {sa.index = "k", sa.execution = #sa.execution<parallel>, sa.reductions = ["C"]}
  } {sa.index = "i"}
}

// -----

// CHECK-LABEL: sa.func @top
sa.func @top(%C: !sa.array<1xf32, inout>) {
  affine.for %k = 0 to 8 {
    %one = arith.constant 1.0 : f32
    %zero = arith.constant 0 : index
    sa.accumulate add %one, %C[%zero] : !sa.array<1xf32, inout>
  } {sa.index = "k"}
}

// -----

// Elements of straight-line code that may be the same stay in memory.

// CHECK-LABEL: sa.func @perhaps_the_same
// CHECK-COUNT-3: sa.accumulate
!D = !sa.array<8xf32, inout>
sa.func @perhaps_the_same(%C: !D, %x: f32, %s: index) {
  affine.for %i = 0 to 8 {
    %j = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%s]
    sa.accumulate add %x, %C[%i] : !D
    sa.accumulate add %x, %C[%j] : !D
    sa.accumulate add %x, %C[%i] : !D
  } {sa.index = "i"}
}

// -----

// So do those that a loop inside touches.

// CHECK-LABEL: sa.func @touched_inside
// CHECK: sa.accumulate
// CHECK: affine.for
// CHECK: sa.accumulate
!E = !sa.array<8xf32, inout>
sa.func @touched_inside(%C: !E, %x: f32) {
  affine.for %i = 0 to 8 {
    sa.accumulate add %x, %C[%i] : !E
    affine.for %j = 0 to 8 {
      sa.accumulate add %x, %C[%j] : !E
    } {sa.index = "j"}
    sa.accumulate add %x, %C[%i] : !E
  } {sa.index = "i"}
}
