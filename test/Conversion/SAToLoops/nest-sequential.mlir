// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// A nest without a parallel index is one work-item: a parallel loop of a single
// iteration, with all the loops inside.

// CHECK-LABEL: func.func @sequential
sa.func @sequential(%A: !sa.array<4x5xf32, inout>, %x: f32) {
  // CHECK-DAG:  %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-DAG:  %[[ONE:.*]] = arith.constant 1 : index
  // CHECK:      scf.parallel (%{{.*}}) = (%[[ZERO]]) to (%[[ONE]]) step (%[[ONE]]) {
  // CHECK-NEXT:   scf.for
  // CHECK-NEXT:     scf.for
  // CHECK:            memref.store
  // CHECK:      } {sa.indices = []}
  sa.nest (%i, %j) to (4, 5) parallel() {
    sa.store %x, %A[%i, %j] : !sa.array<4x5xf32, inout>
  }
}

// Nobody said that it may run in parallel.
// CHECK-LABEL: func.func @not_analysed
sa.func @not_analysed(%A: !sa.array<4xf32, inout>, %x: f32) {
  // CHECK:      scf.parallel
  // CHECK-NEXT:   scf.for
  // CHECK:        } {sa.index = "i"}
  // CHECK:      } {sa.indices = []}
  sa.nest (%i) to (4) {
    sa.store %x, %A[%i] : !sa.array<4xf32, inout>
  }
}
