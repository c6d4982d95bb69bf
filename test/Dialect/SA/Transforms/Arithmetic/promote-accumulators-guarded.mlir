// RUN: saopt %s --sa-promote-accumulators | FileCheck %s

// A loop that may not run at all must not touch the element then: the array may
// have no elements.

// CHECK-LABEL: func.func @run_time_size
// CHECK-SAME:    %[[C:.*]]: memref<?xf32>, %[[N:.*]]: index, %{{.*}}: f32)
func.func @run_time_size(%C: memref<?xf32>, %n: index, %x: f32) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // CHECK-NOT:  memref.{{load|store}}
  // CHECK:      %[[RUNS:.*]] = arith.cmpi slt, %[[ZERO]], %[[N]] : index
  // CHECK-NEXT: scf.if %[[RUNS]] {
  // CHECK-NEXT:   %[[OLD:.*]] = memref.load %[[C]]
  // CHECK-NEXT:   %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[OLD]])
  // CHECK:        memref.store %[[SUM]], %[[C]]
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  scf.for %k = %zero to %n step %one {
    %c = memref.load %C[%zero] : memref<?xf32>
    %next = arith.addf %c, %x : f32
    memref.store %next, %C[%zero] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @no_iterations
func.func @no_iterations(%C: memref<?xf32>, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // CHECK-NOT:  memref.{{load|store}}
  // CHECK:      scf.if
  // CHECK:        memref.load
  // CHECK:        memref.store
  // CHECK:      }
  // CHECK-NEXT: return
  scf.for %k = %zero to %zero step %one {
    %c = memref.load %C[%zero] : memref<?xf32>
    %next = arith.addf %c, %x : f32
    memref.store %next, %C[%zero] : memref<?xf32>
  }
  return
}

// It is certain that it runs: no guard.
// CHECK-LABEL: func.func @two_iterations
// CHECK-NOT:     scf.if
// CHECK:         scf.for {{.*}} iter_args
func.func @two_iterations(%C: memref<?xf32>, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  scf.for %k = %zero to %two step %one {
    %c = memref.load %C[%zero] : memref<?xf32>
    %next = arith.addf %c, %x : f32
    memref.store %next, %C[%zero] : memref<?xf32>
  }
  return
}
