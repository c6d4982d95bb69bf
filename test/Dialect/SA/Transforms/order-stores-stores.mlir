// RUN: saopt %s --sa-order-stores | FileCheck %s

// Two stores to one array keep their order, too: which one comes last decides.

// CHECK-LABEL: func.func @two_places
// CHECK:         memref.store {{.*}} {sa.ordered}
// CHECK:         memref.store {{.*}} {sa.ordered}
func.func @two_places(%A: memref<?xi32>, %n: index, %x: i32, %y: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %five = arith.constant 5 : index
  scf.for %j = %zero to %n step %one {
    %k = arith.addi %j, %five : index
    memref.store %x, %A[%k] : memref<?xi32>
    memref.store %y, %A[%j] : memref<?xi32>
  }
  return
}

// One store alone has nothing to trade places with.
// CHECK-LABEL: func.func @one_place
// CHECK-NOT:     sa.ordered
// CHECK:         return
func.func @one_place(%A: memref<?xi32>, %B: memref<?xi32>, %n: index, %x: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %j = %zero to %n step %one {
    memref.store %x, %A[%j] : memref<?xi32>
    memref.store %x, %B[%j] : memref<?xi32>
  }
  return
}
