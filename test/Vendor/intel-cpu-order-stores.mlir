// RUN: saopt %s --sa-intel-cpu-order-stores --split-input-file | FileCheck %s

// Another iteration reads what is stored five places ahead.
// CHECK-LABEL: func.func @carried
// CHECK:         memref.store {{.*}} {sa.ordered}
func.func @carried(%A: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %j = %c0 to %n step %c1 {
    %k = arith.addi %j, %c5 : index
    %a = memref.load %A[%j] : memref<?xi32>
    memref.store %a, %A[%k] : memref<?xi32>
  }
  return
}

// -----

// An element that is updated in its place is nobody else's.
// CHECK-LABEL: func.func @in_place
// CHECK-NOT:     sa.ordered
func.func @in_place(%A: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    %a = memref.load %A[%j] : memref<?xi32>
    %b = arith.addi %a, %a : i32
    memref.store %b, %A[%j] : memref<?xi32>
  }
  return
}

// -----

// Other arrays do not matter, and neither do parallel loops.
// CHECK-LABEL: func.func @others
// CHECK-NOT:     sa.ordered
func.func @others(%A: memref<?xi32>, %B: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %k = arith.addi %i, %c1 : index
    %a = memref.load %A[%k] : memref<?xi32>
    memref.store %a, %B[%i] : memref<?xi32>
  }
  return
}

// -----

// The load may stand in another loop of the same nest.
// CHECK-LABEL: func.func @outer_loop
// CHECK:         memref.store {{.*}} {sa.ordered}
func.func @outer_loop(%A: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %A[%i] : memref<?xi32>
    scf.for %j = %c0 to %n step %c1 {
      memref.store %a, %A[%j] : memref<?xi32>
    }
  }
  return
}

// -----

// A place that comes again, though it is one place in each iteration.
// CHECK-LABEL: func.func @remainder
// CHECK:         memref.store {{.*}} {sa.ordered}
func.func @remainder(%A: memref<?xi32>, %x: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    %place = arith.andi %j, %c1 : index
    %a = memref.load %A[%place] : memref<?xi32>
    %b = arith.addi %a, %x : i32
    memref.store %b, %A[%place] : memref<?xi32>
  }
  return
}

// -----

// i + 2 j, of which there are fewer than pairs.
// CHECK-LABEL: func.func @sums
// CHECK:         memref.store {{.*}} {sa.ordered}
func.func @sums(%A: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %twice = arith.muli %j, %c2 : index
      %place = arith.addi %i, %twice : index
      memref.store %x, %A[%place] : memref<?xi32>
    }
  }
  return
}

// -----

// Rows of a length that is known at run time, in tiles with an edge.
// CHECK-LABEL: func.func @rows
// CHECK-NOT:     sa.ordered
func.func @rows(%A: memref<?xi32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %m step %c8 {
    %left = arith.subi %m, %i : index
    %end = arith.minsi %c8, %left : index
    scf.for %ii = %c0 to %end step %c1 {
      %row = arith.addi %i, %ii : index
      %start = arith.muli %row, %n : index
      scf.for %j = %c0 to %n step %c1 {
        %place = arith.addi %start, %j : index
        %a = memref.load %A[%place] : memref<?xi32>
        %b = arith.addi %a, %a : i32
        memref.store %b, %A[%place] : memref<?xi32>
      }
    }
  }
  return
}

// -----

// Two rows of a tile, whose columns do not reach from one to the other.
// CHECK-LABEL: func.func @two_rows
// CHECK-NOT:     sa.ordered
func.func @two_rows(%A: memref<?xf32>, %x: vector<16xf32>, %j: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %c512 step %c2 {
    scf.for %jj = %c0 to %c64 step %c16 {
      %row = arith.muli %i, %c512 : index
      %column = arith.addi %j, %jj : index
      %first = arith.addi %row, %column : index
      %second = arith.addi %first, %c512 : index
      vector.store %x, %A[%first] : memref<?xf32>, vector<16xf32>
      vector.store %x, %A[%second] : memref<?xf32>, vector<16xf32>
    }
  }
  return
}

// -----

// The columns of one row reach into the next one.
// CHECK-LABEL: func.func @long_rows
// CHECK:         vector.store {{.*}} {sa.ordered}
// CHECK:         vector.store {{.*}} {sa.ordered}
func.func @long_rows(%A: memref<?xf32>, %x: vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c512 = arith.constant 512 : index
  %c528 = arith.constant 528 : index
  scf.for %jj = %c0 to %c528 step %c16 {
    %second = arith.addi %jj, %c512 : index
    vector.store %x, %A[%jj] : memref<?xf32>, vector<16xf32>
    vector.store %x, %A[%second] : memref<?xf32>, vector<16xf32>
  }
  return
}

// -----

// A loop that starts where another one is: 0 + 8 is the place of 4 + 4.
// CHECK-LABEL: func.func @shifting_start
// CHECK:         memref.store {{.*}} {sa.ordered}
func.func @shifting_start(%A: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %r = %i to %c64 step %c8 {
      %place = arith.addi %r, %i : index
      memref.store %x, %A[%place] : memref<?xi32>
    }
  }
  return
}
