// RUN: saopt %s --sa-intel-cpu-order-stores --split-input-file | FileCheck %s

// Stores to places that no other iteration touches, as unrolled and vectorized
// loops have them, are left alone.

// CHECK-LABEL: func.func @unrolled
// CHECK-NOT: sa.ordered
func.func @unrolled(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %j = %c0 to %n step %c2 {
    %a = memref.load %B[%j] : memref<?xf32>
    memref.store %a, %A[%j] : memref<?xf32>
    %next = arith.addi %j, %c1 : index
    %b = memref.load %B[%next] : memref<?xf32>
    memref.store %b, %A[%next] : memref<?xf32>
  }
  return
}

// -----

// Rows of 2050 elements, of which the inner loop fills 2048.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: sa.ordered
func.func @rows(%A: memref<?xf32>, %v: vector<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c2048 = arith.constant 2048 : index
  %c2050 = arith.constant 2050 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = arith.muli %i, %c2050 : index
    scf.for %j = %c0 to %c2048 step %c32 {
      %place = arith.addi %row, %j : index
      vector.store %v, %A[%place] : memref<?xf32>, vector<16xf32>
      %next = arith.addi %place, %c16 : index
      vector.store %v, %A[%next] : memref<?xf32>, vector<16xf32>
    }
  }
  return
}

// -----

// The rows overlap: the last block of one is the first of the next.
// CHECK-LABEL: func.func @overlapping_rows
// CHECK: vector.store {{.*}} {sa.ordered}
// CHECK: vector.store {{.*}} {sa.ordered}
func.func @overlapping_rows(%A: memref<?xf32>, %v: vector<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c2032 = arith.constant 2032 : index
  %c2048 = arith.constant 2048 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = arith.muli %i, %c2032 : index
    scf.for %j = %c0 to %c2048 step %c32 {
      %place = arith.addi %row, %j : index
      vector.store %v, %A[%place] : memref<?xf32>, vector<16xf32>
      %next = arith.addi %place, %c16 : index
      vector.store %v, %A[%next] : memref<?xf32>, vector<16xf32>
    }
  }
  return
}

// -----

// A vector reaches into what the next iteration loads.
// CHECK-LABEL: func.func @reaching
// CHECK: vector.store {{.*}} {sa.ordered}
func.func @reaching(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %j = %c0 to %n step %c4 {
    %place = arith.addi %j, %c1 : index
    %v = vector.load %A[%j] : memref<?xf32>, vector<4xf32>
    vector.store %v, %A[%place] : memref<?xf32>, vector<4xf32>
  }
  return
}

// -----

// How far the inner loop goes is not known: it may reach the next row.
// CHECK-LABEL: func.func @unknown
// CHECK: memref.store {{.*}} {sa.ordered}
func.func @unknown(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = arith.muli %i, %c7 : index
    scf.for %j = %c0 to %n step %c2 {
      %place = arith.addi %row, %j : index
      %next = arith.addi %place, %c1 : index
      %a = memref.load %A[%next] : memref<?xf32>
      memref.store %a, %A[%place] : memref<?xf32>
    }
  }
  return
}
