// RUN: saopt %s --split-input-file --pass-pipeline='builtin.module(sa.func(sa-vectorize-loops))' | FileCheck %s

// Loops without a vector form run one iteration after the other.

// CHECK-LABEL: sa.func @unknown
// CHECK-SAME: sa.report = [{message = "the loop is not vectorised: its number of iterations is not known", names = ["j"], subject = "loop"
// CHECK: } {sa.index = "j"}
sa.func @unknown(%A: !sa.array<?xf32, inout, sizes = ["n"]>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = ["n"]>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to %n {
      %a = sa.load %A[%j] : !sa.array<?xf32, inout, sizes = ["n"]>
      sa.store %a, %A[%j] : !sa.array<?xf32, inout, sizes = ["n"]>
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}

// -----

// CHECK-LABEL: sa.func @twice
// CHECK-SAME: sa.report = [{message = "the loop is not vectorised: a loop in it has been vectorised", names = ["i"], subject = "loop"
// CHECK: affine.for %[[I:.*]] = 0 to 4 {
// CHECK: sa.vector_load %A[%[[I]], %{{.*}}] step [0, 1]
// CHECK: } {sa.index = "i"}
sa.func @twice(%A: !sa.array<4x4xf32, inout>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %a = sa.load %A[%i, %j] : !sa.array<4x4xf32, inout>
      sa.store %a, %A[%i, %j] : !sa.array<4x4xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i", sa.execution = #sa.execution<vectorize>}
}

// -----

// CHECK-LABEL: sa.func @memory
// CHECK-SAME: sa.report = [{message = "the loop is not vectorised: its iterations have memory of their own", names = ["j"], subject = "loop"
sa.func @memory(%A: !sa.array<4xf32, inout>) {
  affine.for %j = 0 to 4 {
    %T = sa.buffer "T" private : !sa.array<4xf32, temp>
    %a = sa.load %A[%j] : !sa.array<4xf32, inout>
    sa.store %a, %T[%j] : !sa.array<4xf32, temp>
  } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
}

// -----

// CHECK-LABEL: sa.func @variable
// CHECK-SAME: sa.report = [{message = "the loop is not vectorised: it sets a scalar variable from outside", names = ["j"], subject = "loop"
sa.func @variable(%A: !sa.array<4xf32, inout>) {
  affine.for %i = 0 to 4 {
    %x = memref.alloca() : memref<f32>
    affine.for %j = 0 to 4 {
      %a = sa.load %A[%j] : !sa.array<4xf32, inout>
      memref.store %a, %x[] : memref<f32>
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}
