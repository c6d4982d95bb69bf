// RUN: saopt %s --sa-promote-accumulators | FileCheck %s

// Loops that need memory between their iterations stay as they are.

// Another element in every iteration.
// CHECK-LABEL: func.func @moving
// CHECK-NOT:     iter_args
// CHECK:         memref.store
func.func @moving(%C: memref<?xf32>, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  scf.for %k = %zero to %eight step %one {
    %c = memref.load %C[%k] : memref<?xf32>
    %next = arith.addf %c, %x : f32
    memref.store %next, %C[%k] : memref<?xf32>
  }
  return
}

// The loop reads other elements of the array, which may be the one it updates.
// CHECK-LABEL: func.func @read_elsewhere
// CHECK-NOT:     iter_args
// CHECK:         memref.store
func.func @read_elsewhere(%C: memref<?xf32>, %at: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  scf.for %k = %zero to %eight step %one {
    %x = memref.load %C[%k] : memref<?xf32>
    %c = memref.load %C[%at] : memref<?xf32>
    %next = arith.addf %c, %x : f32
    memref.store %next, %C[%at] : memref<?xf32>
  }
  return
}

// The store comes first: the load sees it.
// CHECK-LABEL: func.func @store_before_load
// CHECK-NOT:     iter_args
// CHECK:         memref.store
func.func @store_before_load(%A: memref<?xf32>, %C: memref<?xf32>, %at: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  scf.for %k = %zero to %eight step %one {
    %x = memref.load %A[%k] : memref<?xf32>
    memref.store %x, %C[%at] : memref<?xf32>
    %c = memref.load %C[%at] : memref<?xf32>
    memref.store %c, %A[%k] : memref<?xf32>
  }
  return
}

// One element is read, another one written.
// CHECK-LABEL: func.func @different_elements
// CHECK-NOT:     iter_args
// CHECK:         memref.store
func.func @different_elements(%C: memref<?xf32>, %at: index, %to: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  scf.for %k = %zero to %eight step %one {
    %c = memref.load %C[%at] : memref<?xf32>
    %next = arith.addf %c, %c : f32
    memref.store %next, %C[%to] : memref<?xf32>
  }
  return
}

// Written only: there is nothing to carry.
// CHECK-LABEL: func.func @no_load
// CHECK-NOT:     iter_args
// CHECK:         memref.store
func.func @no_load(%C: memref<?xf32>, %at: index, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  scf.for %k = %zero to %eight step %one {
    memref.store %x, %C[%at] : memref<?xf32>
  }
  return
}

// A loop that runs once has nothing to carry.
// CHECK-LABEL: func.func @once
func.func @once(%A: memref<?xf32>, %C: memref<?xf32>, %at: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // CHECK:     scf.for
  // CHECK-NOT: iter_args
  // CHECK:       memref.store
  scf.for %k = %zero to %one step %one {
    %a = memref.load %A[%k] : memref<?xf32>
    %c = memref.load %C[%at] : memref<?xf32>
    %next = arith.addf %c, %a : f32
    memref.store %next, %C[%at] : memref<?xf32>
  }
  return
}
