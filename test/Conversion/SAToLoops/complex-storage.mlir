// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// A complex element is its two parts, one after the other, in memory of floats.

// CHECK-LABEL: func.func @copy
// CHECK-SAME:    (%[[A:.*]]: memref<?xf32> {sa.array = !sa.array<4x8xcomplex<f32>, input>, sa.name = "A"},
// CHECK-SAME:     %[[C:.*]]: memref<?xf64>
sa.func @copy(%A: !sa.array<4x8xcomplex<f32>, input>,
              %C: !sa.array<4xcomplex<f64>, inout>) {
  %c2 = arith.constant 2 : index
  // CHECK: scf.for %[[I:.*]] =
  sa.nest (%i) to (4) {
    // CHECK:      %[[ROW:.*]] = arith.muli %[[I]], %{{.*}} : index
    // CHECK:      %[[OFFSET:.*]] = arith.addi %[[ROW]]
    // CHECK:      %[[RE_AT:.*]] = arith.muli %[[OFFSET]], %{{.*}} : index
    // CHECK:      %[[IM_AT:.*]] = arith.addi %[[RE_AT]], %{{.*}} : index
    // CHECK-NEXT: %[[RE:.*]] = memref.load %[[A]][%[[RE_AT]]] : memref<?xf32>
    // CHECK-NEXT: %[[IM:.*]] = memref.load %[[A]][%[[IM_AT]]] : memref<?xf32>
    // CHECK-NEXT: %[[Z:.*]] = complex.create %[[RE]], %[[IM]] : complex<f32>
    %z = sa.load %A[%i, %c2] : !sa.array<4x8xcomplex<f32>, input>
    // CHECK-NEXT: complex.neg %[[Z]]
    %negated = complex.neg %z : complex<f32>
    // CHECK:      %[[W:.*]] = complex.create %{{.*}}, %{{.*}} : complex<f64>
    %re = complex.re %negated : complex<f32>
    %im = complex.im %negated : complex<f32>
    %wide_re = arith.extf %re : f32 to f64
    %wide_im = arith.extf %im : f32 to f64
    %w = complex.create %wide_re, %wide_im : complex<f64>
    // CHECK:      %[[RE_TO:.*]] = arith.muli %[[I]], %{{.*}} : index
    // CHECK:      %[[IM_TO:.*]] = arith.addi %[[RE_TO]], %{{.*}} : index
    // CHECK-DAG:  %[[W_RE:.*]] = complex.re %[[W]]
    // CHECK-DAG:  %[[W_IM:.*]] = complex.im %[[W]]
    // CHECK:      memref.store %[[W_RE]], %[[C]][%[[RE_TO]]] : memref<?xf64>
    // CHECK-NEXT: memref.store %[[W_IM]], %[[C]][%[[IM_TO]]] : memref<?xf64>
    sa.store %w, %C[%i] : !sa.array<4xcomplex<f64>, inout>
  }
}

// CHECK-LABEL: func.func @accumulations
sa.func @accumulations(%C: !sa.array<4xcomplex<f32>, inout>) {
  // The size of a temporary counts elements, not parts.
  // CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
  // CHECK:     sa.alloc "T"(%[[FOUR]]) of complex<f32> : memref<?xf32>
  %T = sa.temp "T" : !sa.array<4xcomplex<f32>, temp>
  %z = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  sa.nest (%i) to (4) {
    // CHECK: %[[OLD:.*]] = complex.create
    // CHECK: complex.add %[[OLD]], %{{.*}} : complex<f32>
    sa.accumulate add %z, %C[%i] : !sa.array<4xcomplex<f32>, inout>
    // CHECK: %[[OLD:.*]] = complex.create
    // CHECK: complex.mul %[[OLD]], %{{.*}} : complex<f32>
    sa.accumulate mul %z, %T[%i] : !sa.array<4xcomplex<f32>, temp>
  }
}
