// RUN: saopt %s --sa-promote-accumulators | FileCheck %s

// What leaves the inner loop leaves the outer one too, as far as the element
// stays the same.

// CHECK-LABEL: func.func @both_loops
func.func @both_loops(%A: memref<?xf32>, %C: memref<?xf32>, %at: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  // CHECK:      memref.load %[[C:.*]][%[[AT:.*]]]
  // CHECK-NEXT: %[[TOTAL:.*]] = scf.for {{.*}} iter_args(%[[OUTER:.*]] = {{.*}})
  // CHECK-NEXT:   %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[OUTER]])
  // CHECK:        scf.yield %[[SUM]]
  // CHECK:      memref.store %[[TOTAL]], %[[C]][%[[AT]]]
  scf.for %j = %zero to %eight step %one {
    scf.for %k = %zero to %eight step %one {
      %x = memref.load %A[%k] : memref<?xf32>
      %c = memref.load %C[%at] : memref<?xf32>
      %next = arith.addf %c, %x : f32
      memref.store %next, %C[%at] : memref<?xf32>
    }
  }
  return
}

// The outer loop moves on to another element.
// CHECK-LABEL: func.func @inner_loop
func.func @inner_loop(%A: memref<?xf32>, %C: memref<?xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  // CHECK:      scf.for %[[J:.*]] = {{.*}} {
  // CHECK-NEXT:   %[[OLD:.*]] = memref.load %[[C:.*]][%[[J]]]
  // CHECK-NEXT:   %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[OLD]])
  // CHECK:        memref.store %[[SUM]], %[[C]][%[[J]]]
  scf.for %j = %zero to %eight step %one {
    scf.for %k = %zero to %eight step %one {
      %x = memref.load %A[%k] : memref<?xf32>
      %c = memref.load %C[%j] : memref<?xf32>
      %next = arith.addf %c, %x : f32
      memref.store %next, %C[%j] : memref<?xf32>
    }
  }
  return
}
