// RUN: saopt %s --sa-local-cse | FileCheck %s

// Loads of one element are one until memory changes.

// CHECK-LABEL: func.func @loads
// CHECK-SAME:    (%[[A:.*]]: memref<?xf32>, %[[I:.*]]: index)
// CHECK:         %[[P:.*]] = arith.addi %[[I]], %[[I]]
// CHECK-NEXT:    %[[X:.*]] = memref.load %[[A]][%[[P]]]
// CHECK-NEXT:    %[[Y:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT:    memref.store %[[Y]], %[[A]][%[[I]]]
// CHECK-NEXT:    %[[Z:.*]] = memref.load %[[A]][%[[P]]]
// CHECK-NEXT:    memref.store %[[Z]], %[[A]][%[[P]]]
func.func @loads(%A: memref<?xf32>, %i: index) {
  %p = arith.addi %i, %i : index
  %x = memref.load %A[%p] : memref<?xf32>
  %q = arith.addi %i, %i : index
  %same = memref.load %A[%q] : memref<?xf32>
  %y = arith.addf %x, %same : f32
  memref.store %y, %A[%i] : memref<?xf32>
  %z = memref.load %A[%p] : memref<?xf32>
  memref.store %z, %A[%p] : memref<?xf32>
  return
}

// A loop may change memory as well.

// CHECK-LABEL: func.func @loops
// CHECK:         %[[X:.*]] = memref.load
// CHECK:         scf.for
// CHECK:         %[[Y:.*]] = memref.load
// CHECK-NEXT:    return %[[X]], %[[Y]], %[[Y]]
func.func @loops(%A: memref<?xf32>, %i: index) -> (f32, f32, f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %x = memref.load %A[%i] : memref<?xf32>
  scf.for %j = %zero to %i step %one {
    memref.store %x, %A[%j] : memref<?xf32>
  }
  %y = memref.load %A[%i] : memref<?xf32>
  %z = memref.load %A[%i] : memref<?xf32>
  return %x, %y, %z : f32, f32, f32
}
