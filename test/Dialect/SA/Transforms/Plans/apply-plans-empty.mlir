// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-apply-plans))' | FileCheck %s

// Nests that never run leave no loops behind: neither those without iterations,
// nor those whose constraints exclude all of them.

// CHECK-LABEL: sa.func @no_rows
// CHECK-NOT:     affine.for
sa.func @no_rows(%A: !sa.array<0x5xf32, inout>) {
  %one = arith.constant 1.0 : f32
  sa.nest "n" (%i, %j) to (0, 5) {
    sa.store %one, %A[%i, %j] : !sa.array<0x5xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.pad %i by 1
    %ii = sa.split %i by 2 as "ii"
    sa.unroll %ii
  }
}

// CHECK-LABEL: sa.func @below_a_corner
// CHECK-NOT:     affine.for
// CHECK-LABEL: sa.func @one_of_two
sa.func @below_a_corner(%A: !sa.array<1x1xf32, inout>) {
  %one = arith.constant 1.0 : f32
  sa.nest "n" (%i, %j) to (1, 1) where affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)> {
    sa.store %one, %A[%i, %j] : !sa.array<1x1xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %jj = sa.split %j by 3 as "jj"
    sa.unroll %jj
  }
}

// Of fused nests the other one runs.
// CHECK:         affine.for %[[I:.*]] = 0 to 4
// CHECK-NEXT:      affine.for %[[J_M:.*]] = 0 to 5
// CHECK-NOT:       affine.for
sa.func @one_of_two(%A: !sa.array<0x5xf32, inout>, %B: !sa.array<4x5xf32, inout>) {
  %one = arith.constant 1.0 : f32
  sa.nest "n" (%i, %j) to (0, 5) {
    sa.store %one, %A[%i, %j] : !sa.array<0x5xf32, inout>
  }
  sa.nest "m" (%i, %j) to (4, 5) {
    sa.store %one, %B[%i, %j] : !sa.array<4x5xf32, inout>
  }
  sa.plan {
    %i0, %j0 = sa.loops "n"
    %i1, %j1 = sa.loops "m"
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
  }
}

// The largest of sizes that are known at run time.
// CHECK-LABEL: sa.func @largest
// CHECK:         %[[MOST:.*]] = arith.maxsi
// CHECK:         affine.for %[[I:.*]] = 0 to %[[MOST]]
sa.func @largest(%A: !sa.array<?xf32, inout, sizes = [M]>, %B: !sa.array<?xf32, inout, sizes = [N]>) {
  %one = arith.constant 1.0 : f32
  %m = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [M]>
  %n = sa.dim %B, 0 : !sa.array<?xf32, inout, sizes = [N]>
  sa.nest "n" (%i) to (%m) {
    sa.store %one, %A[%i] : !sa.array<?xf32, inout, sizes = [M]>
  }
  sa.nest "m" (%i) to (%n) {
    sa.store %one, %B[%i] : !sa.array<?xf32, inout, sizes = [N]>
  }
  sa.plan {
    %i0 = sa.loops "n"
    %i1 = sa.loops "m"
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
  }
}
