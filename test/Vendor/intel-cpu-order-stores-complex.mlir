// RUN: saopt %s --sa-intel-cpu-order-stores --split-input-file | FileCheck %s

// The parts of complex numbers are at even and at odd places: an iteration that
// touches one does not touch the other of any element.
// CHECK-LABEL: func.func @in_place
// CHECK-NOT:     sa.ordered
func.func @in_place(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %j = %c0 to %n step %c1 {
    %even = arith.muli %j, %c2 : index
    %odd = arith.addi %even, %c1 : index
    %re = memref.load %A[%even] : memref<?xf32>
    %im = memref.load %A[%odd] : memref<?xf32>
    memref.store %im, %A[%even] : memref<?xf32>
    memref.store %re, %A[%odd] : memref<?xf32>
  }
  return
}

// -----

// The same parts of different elements are as they are of real ones.
// CHECK-LABEL: func.func @carried
// CHECK:         memref.store {{.*}} {sa.ordered}
// CHECK:         memref.store {{.*}} {sa.ordered}
func.func @carried(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  scf.for %j = %c0 to %n step %c1 {
    %even = arith.muli %j, %c2 : index
    %odd = arith.addi %even, %c1 : index
    %re = memref.load %A[%even] : memref<?xf32>
    %im = memref.load %A[%odd] : memref<?xf32>
    %k = arith.addi %j, %c5 : index
    %evenAhead = arith.muli %k, %c2 : index
    %oddAhead = arith.addi %evenAhead, %c1 : index
    memref.store %re, %A[%evenAhead] : memref<?xf32>
    memref.store %im, %A[%oddAhead] : memref<?xf32>
  }
  return
}

// -----

// The place three further may be even or odd, and is that of the next iteration.
// CHECK-LABEL: func.func @threes
// CHECK:         memref.store {{.*}} {sa.ordered}
func.func @threes(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %j = %c0 to %n step %c1 {
    %first = arith.muli %j, %c3 : index
    %second = arith.addi %first, %c3 : index
    %a = memref.load %A[%second] : memref<?xf32>
    memref.store %a, %A[%first] : memref<?xf32>
  }
  return
}
