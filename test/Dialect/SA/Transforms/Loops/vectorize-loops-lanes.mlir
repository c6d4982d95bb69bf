// RUN: saopt %s --split-input-file --pass-pipeline='builtin.module(sa.func(sa-vectorize-loops,cse))' | FileCheck %s

// What has no vector form is done lane by lane; the rest is not.

// CHECK: #[[$HALF:.*]] = affine_map<(d0) -> (d0 floordiv 2)>
// CHECK-LABEL: sa.func @uneven
// CHECK-SAME: sa.report = [{message = "done lane by lane: indices that do not grow evenly", names = ["j"], subject = "loop"
// CHECK: %[[J0:.*]] = affine.apply #[[$HALF]](%{{.*}})
// CHECK: %[[J1:.*]] = affine.apply #[[$HALF]](%{{.*}})
// CHECK: %[[A0:.*]] = sa.load %A[%[[J0]]]
// CHECK: %[[A1:.*]] = sa.load %A[%[[J1]]]
// CHECK: %[[A:.*]] = vector.from_elements %[[A0]], %[[A1]] : vector<2xf32>
// CHECK: %[[NEG:.*]] = arith.negf %[[A]] : vector<2xf32>
// CHECK: sa.vector_store %[[NEG]], %B[%{{.*}}] step [1]
sa.func @uneven(%A: !sa.array<8xf32, input>, %B: !sa.array<8xf32, inout>) {
  affine.for %i = 0 to 8 step 2 {
    affine.for %jj = 0 to 2 {
      %j = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %jj)
      %half = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%j)
      %a = sa.load %A[%half] : !sa.array<8xf32, input>
      %n = arith.negf %a : f32
      sa.store %n, %B[%j] : !sa.array<8xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}

// -----

// CHECK-LABEL: sa.func @complex_numbers
// CHECK-SAME: sa.report = [{message = "done lane by lane: complex numbers", names = ["j"], subject = "loop"
// CHECK: %[[A0:.*]] = sa.load %A[%c0]
// CHECK: %[[A1:.*]] = sa.load %A[%c1]
// CHECK: complex.neg %[[A0]]
// CHECK: complex.neg %[[A1]]
sa.func @complex_numbers(%A: !sa.array<2xcomplex<f32>, inout>) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 2 {
      %a = sa.load %A[%j] : !sa.array<2xcomplex<f32>, inout>
      %n = complex.neg %a : complex<f32>
      sa.store %n, %A[%j] : !sa.array<2xcomplex<f32>, inout>
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}

// -----

// Conditions and bounds that differ between lanes.

// CHECK-LABEL: sa.func @different
// CHECK-SAME: sa.report = [{message = "done lane by lane: conditions that differ between lanes, loops whose bounds differ between lanes", names = ["j"], subject = "loop"
// CHECK: %[[A:.*]] = sa.vector_load %A[%c0] step [1]
// CHECK: vector.extract %[[A]][0]
// CHECK: affine.if
// CHECK: vector.extract %[[A]][1]
// CHECK: affine.if
// CHECK: affine.for %{{.*}} = 0 to
// CHECK: affine.for %{{.*}} = 0 to
sa.func @different(%A: !sa.array<2xf32, input>, %B: !sa.array<2xf32, inout>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      %a = sa.load %A[%j] : !sa.array<2xf32, input>
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%j, %i) {
        sa.store %a, %B[%j] : !sa.array<2xf32, inout>
      }
      affine.for %k = 0 to affine_map<(d0) -> (d0 + 1)>(%j) {
        sa.accumulate add %a, %B[%j] : !sa.array<2xf32, inout>
      }
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}

// -----

// Each lane has variables of its own.

// CHECK-LABEL: sa.func @variables
// CHECK: memref.alloca
// CHECK: memref.alloca
// CHECK: memref.store
// CHECK: memref.store
sa.func @variables(%A: !sa.array<2xf32, inout>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      %x = memref.alloca() : memref<f32>
      %a = sa.load %A[%j] : !sa.array<2xf32, inout>
      memref.store %a, %x[] : memref<f32>
      %v = memref.load %x[] : memref<f32>
      sa.store %v, %A[%j] : !sa.array<2xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}

// -----

// Elements that share an offset: each update must see the one before.

// CHECK-LABEL: sa.func @shared
// CHECK-SAME: sa.report = [{message = "done lane by lane: accumulations into elements that share an offset", names = ["j"], subject = "loop"
// CHECK-COUNT-2: sa.accumulate add
// CHECK-NOT: sa.accumulate
sa.func @shared(%A: !sa.array<2x2xf32, inout, #sa.toeplitz>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      %one = arith.constant 1.0 : f32
      sa.accumulate add %one, %A[%j, %j] : !sa.array<2x2xf32, inout, #sa.toeplitz>
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}
