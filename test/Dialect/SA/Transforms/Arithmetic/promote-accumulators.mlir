// RUN: saopt %s --sa-promote-accumulators | FileCheck %s

// A loop that updates one element carries it in a register: one load before,
// one store after.

// CHECK-LABEL: func.func @sum
// CHECK-SAME:    (%[[A:.*]]: memref<?xf32>, %[[C:.*]]: memref<?xf32>, %[[AT:.*]]: index)
func.func @sum(%A: memref<?xf32>, %C: memref<?xf32>, %at: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  // CHECK:      %[[OLD:.*]] = memref.load %[[C]][%[[AT]]]
  // CHECK-NEXT: %[[SUM:.*]] = scf.for %[[K:.*]] = {{.*}} iter_args(%[[ACC:.*]] = %[[OLD]]) -> (f32)
  // CHECK-NEXT:   %[[X:.*]] = memref.load %[[A]][%[[K]]]
  // CHECK-NEXT:   %[[NEXT:.*]] = arith.addf %[[ACC]], %[[X]]
  // CHECK-NEXT:   scf.yield %[[NEXT]]
  // CHECK-NEXT: }
  // CHECK-NEXT: memref.store %[[SUM]], %[[C]][%[[AT]]]
  scf.for %k = %zero to %eight step %one {
    %x = memref.load %A[%k] : memref<?xf32>
    %c = memref.load %C[%at] : memref<?xf32>
    %next = arith.addf %c, %x : f32
    memref.store %next, %C[%at] : memref<?xf32>
  }
  return
}

// Two accumulators of one loop.
// CHECK-LABEL: func.func @smallest_and_largest
func.func @smallest_and_largest(%A: memref<?xf32>, %L: memref<?xf32>,
                                %H: memref<?xf32>, %at: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  // CHECK:     memref.load
  // CHECK:     memref.load
  // CHECK:     scf.for {{.*}} iter_args({{.*}}, {{.*}}) -> (f32, f32)
  // CHECK-NOT:   memref.store
  // CHECK:       scf.yield
  // CHECK:     memref.store
  // CHECK:     memref.store
  scf.for %k = %zero to %eight step %one {
    %x = memref.load %A[%k] : memref<?xf32>
    %l = memref.load %L[%at] : memref<?xf32>
    %lower = arith.minimumf %l, %x : f32
    memref.store %lower, %L[%at] : memref<?xf32>
    %h = memref.load %H[%at] : memref<?xf32>
    %higher = arith.maximumf %h, %x : f32
    memref.store %higher, %H[%at] : memref<?xf32>
  }
  return
}
