// RUN: saopt %s --sa-promote-accumulators | FileCheck %s

// The two parts of a complex element lie side by side, and each has a register.

// CHECK-LABEL: func.func @parts
// CHECK-SAME:    (%[[A:.*]]: memref<?xf32>, %[[C:.*]]: memref<?xf32>, %[[AT:.*]]: index)
// CHECK:         %[[EVEN:.*]] = arith.muli %[[AT]]
// CHECK-NEXT:    %[[ODD:.*]] = arith.addi %[[EVEN]]
// CHECK-DAG:     %[[RE:.*]] = memref.load %[[C]][%[[EVEN]]]
// CHECK-DAG:     %[[IM:.*]] = memref.load %[[C]][%[[ODD]]]
// CHECK:         %[[SUM:.*]]:2 = scf.for {{.*}} iter_args({{.*}} = %[[RE]], {{.*}} = %[[IM]]) -> (f32, f32)
// CHECK-NOT:       memref.store
// CHECK:           scf.yield
// CHECK:         }
// CHECK-DAG:     memref.store %[[SUM]]#0, %[[C]][%[[EVEN]]]
// CHECK-DAG:     memref.store %[[SUM]]#1, %[[C]][%[[ODD]]]
func.func @parts(%A: memref<?xf32>, %C: memref<?xf32>, %at: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %even = arith.muli %at, %c2 : index
  %odd = arith.addi %even, %c1 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %x = memref.load %A[%k] : memref<?xf32>
    %re = memref.load %C[%even] : memref<?xf32>
    %im = memref.load %C[%odd] : memref<?xf32>
    %nextRe = arith.mulf %re, %x : f32
    %nextIm = arith.mulf %im, %x : f32
    memref.store %nextRe, %C[%even] : memref<?xf32>
    memref.store %nextIm, %C[%odd] : memref<?xf32>
  }
  return
}

// So do elements at constants.
// CHECK-LABEL: func.func @constants
// CHECK:         scf.for {{.*}} -> (f32)
// CHECK:           memref.load {{.*}}[%c3{{.*}}]
// CHECK-NOT:       memref.store
// CHECK:           scf.yield
func.func @constants(%C: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %x = memref.load %C[%c3] : memref<?xf32>
    %old = memref.load %C[%c0] : memref<?xf32>
    %next = arith.addf %old, %x : f32
    memref.store %next, %C[%c0] : memref<?xf32>
  }
  return
}

// The same element under two names is one element.
// CHECK-LABEL: func.func @no_distance
// CHECK-NOT:     iter_args
// CHECK:         memref.store
func.func @no_distance(%C: memref<?xf32>, %at: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %same = arith.addi %at, %c0 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %x = memref.load %C[%same] : memref<?xf32>
    %old = memref.load %C[%at] : memref<?xf32>
    %next = arith.addf %old, %x : f32
    memref.store %next, %C[%at] : memref<?xf32>
  }
  return
}
