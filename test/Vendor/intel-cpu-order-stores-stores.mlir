// RUN: saopt %s --sa-intel-cpu-order-stores | FileCheck %s

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

// Every iteration of the outer loop stores to the same places: the last one
// counts. Rows are apart.
// CHECK-LABEL: func.func @overwritten
// CHECK:         memref.store %{{.*}}, %arg0[%{{.*}}] {sa.ordered}
// CHECK:         memref.store %{{.*}}, %arg1[%{{.*}}] : memref
func.func @overwritten(%A: memref<?xi32>, %B: memref<?xi32>, %n: index, %x: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    scf.for %j = %zero to %n step %one {
      %row = arith.muli %i, %n : index
      %k = arith.addi %row, %j : index
      memref.store %x, %A[%j] : memref<?xi32>
      memref.store %x, %B[%k] : memref<?xi32>
    }
  }
  return
}

// What each iteration reads first, it updates.
// CHECK-LABEL: func.func @updated
// CHECK-NOT:     sa.ordered
// CHECK:         return
func.func @updated(%A: memref<?xi32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    scf.for %j = %zero to %n step %one {
      %a = memref.load %A[%j] : memref<?xi32>
      %b = arith.addi %a, %a : i32
      memref.store %b, %A[%j] : memref<?xi32>
    }
  }
  return
}
