// RUN: saopt %s --sa-promote-accumulators | FileCheck %s

// What is done to a sum before and after it is done to the accumulator.

// CHECK-LABEL: func.func @ends
// CHECK:         %[[OLD:.*]] = memref.load %[[C:.*]][%[[AT:.*]]]
// CHECK:         %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[HELD:.*]] = %[[OLD]])
// CHECK:           %[[FIRST:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK:             scf.yield %{{.*}} : f32
// CHECK:           } else {
// CHECK-NEXT:        scf.yield %[[HELD]] : f32
// CHECK:           %[[MORE:.*]] = arith.addf %[[FIRST]]
// CHECK:           %[[LAST:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK:             arith.maximumf %[[MORE]]
// CHECK:           } else {
// CHECK-NEXT:        scf.yield %[[MORE]] : f32
// CHECK:           scf.yield %[[LAST]] : f32
// CHECK:         memref.store %[[SUM]], %[[C]][%[[AT]]]
func.func @ends(%A: memref<?xf32>, %C: memref<?xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.0 : f32
  %at = arith.muli %i, %c10 : index
  scf.for %k = %c0 to %c10 step %c1 {
    %isFirst = arith.cmpi eq, %k, %c0 : index
    scf.if %isFirst {
      %same = arith.muli %i, %c10 : index
      memref.store %zero, %C[%same] : memref<?xf32>
    }
    %a = memref.load %A[%k] : memref<?xf32>
    %c = memref.load %C[%at] : memref<?xf32>
    %sum = arith.addf %c, %a : f32
    memref.store %sum, %C[%at] : memref<?xf32>
    %isLast = arith.cmpi eq, %k, %c9 : index
    scf.if %isLast {
      %all = memref.load %C[%at] : memref<?xf32>
      %max = arith.maximumf %all, %zero : f32
      memref.store %max, %C[%at] : memref<?xf32>
    }
  }
  return
}

// Another element, which may be the same one.

// CHECK-LABEL: func.func @elsewhere
// CHECK-NOT:     iter_args
func.func @elsewhere(%A: memref<?xf32>, %C: memref<?xf32>, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.0 : f32
  scf.for %k = %c0 to %c10 step %c1 {
    %isFirst = arith.cmpi eq, %k, %c0 : index
    scf.if %isFirst {
      memref.store %zero, %C[%j] : memref<?xf32>
    }
    %a = memref.load %A[%k] : memref<?xf32>
    %c = memref.load %C[%i] : memref<?xf32>
    %sum = arith.addf %c, %a : f32
    memref.store %sum, %C[%i] : memref<?xf32>
  }
  return
}
