// RUN: saopt %s --sa-order-stores --split-input-file | FileCheck %s

// Another iteration reads what is stored five places ahead.
// CHECK-LABEL: func.func @carried
// CHECK:         memref.store {{.*}} {sa.ordered}
func.func @carried(%A: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %j = %c0 to %n step %c1 {
    %k = arith.addi %j, %c5 : index
    %a = memref.load %A[%j] : memref<?xi32>
    memref.store %a, %A[%k] : memref<?xi32>
  }
  return
}

// -----

// An element that is updated in its place is nobody else's.
// CHECK-LABEL: func.func @in_place
// CHECK-NOT:     sa.ordered
func.func @in_place(%A: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    %a = memref.load %A[%j] : memref<?xi32>
    %b = arith.addi %a, %a : i32
    memref.store %b, %A[%j] : memref<?xi32>
  }
  return
}

// -----

// Other arrays do not matter, and neither do parallel loops.
// CHECK-LABEL: func.func @others
// CHECK-NOT:     sa.ordered
func.func @others(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %k = arith.addi %i, %c1 : index
    %a = memref.load %A[%k] : memref<?xi32>
    memref.store %a, %B[%i] : memref<?xi32>
  }
  return
}

// -----

// The load may stand in another loop of the same nest.
// CHECK-LABEL: func.func @outer_loop
// CHECK:         memref.store {{.*}} {sa.ordered}
func.func @outer_loop(%A: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %A[%i] : memref<?xi32>
    scf.for %j = %c0 to %n step %c1 {
      memref.store %a, %A[%j] : memref<?xi32>
    }
  }
  return
}
