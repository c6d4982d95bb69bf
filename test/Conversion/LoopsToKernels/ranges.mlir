// RUN: saopt %s --convert-sa-loops-to-kernels | FileCheck %s

// Up to three parallel indices are the dimensions of the range. The last one of
// a SYCL range is the fast one, which is x of the device.

// CHECK-LABEL: func.func @one_dimension
// CHECK:         sa.launch @kernels::@one_dimension_0 range(%{{[^,]*}}) args
func.func @one_dimension(%A: memref<?xf32>, %x: f32, %m: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.parallel (%i) = (%zero) to (%m) step (%one) {
    memref.store %x, %A[%i] : memref<?xf32>
    scf.reduce
  } {sa.indices = ["i"]}
  return
}

// CHECK-LABEL: func.func @two_dimensions
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index)
// CHECK:         sa.launch @kernels::@two_dimensions_0 range(%[[M]], %[[N]]) args
func.func @two_dimensions(%A: memref<?xf32>, %x: f32, %m: index, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.parallel (%i, %j) = (%zero, %zero) to (%m, %n) step (%one, %one) {
    %at = arith.addi %i, %j : index
    memref.store %x, %A[%at] : memref<?xf32>
    scf.reduce
  } {sa.indices = ["i", "j"]}
  return
}

// CHECK-LABEL: func.func @three_dimensions
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index)
// CHECK:         %[[FOUR:.*]] = arith.constant 4 : index
// CHECK:         sa.launch @kernels::@three_dimensions_0 range(%[[M]], %[[FOUR]], %[[N]]) args
func.func @three_dimensions(%A: memref<?xf32>, %x: f32, %m: index, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  scf.parallel (%i, %j, %k) = (%zero, %zero, %zero) to (%m, %four, %n)
      step (%one, %one, %one) {
    memref.store %x, %A[%j] : memref<?xf32>
    scf.reduce
  } {sa.indices = ["i", "j", "k"]}
  return
}

// CHECK-LABEL: gpu.func @one_dimension_0
// CHECK-SAME:    sa.rank = 1
// CHECK:         gpu.global_id x {sa.index = "i"}

// CHECK-LABEL: gpu.func @two_dimensions_0
// CHECK-SAME:    sa.rank = 2
// CHECK-DAG:     %[[J:.*]] = gpu.global_id x {sa.index = "j"}
// CHECK-DAG:     %[[I:.*]] = gpu.global_id y {sa.index = "i"}
// CHECK:         arith.addi %[[I]], %[[J]]

// CHECK-LABEL: gpu.func @three_dimensions_0
// CHECK-SAME:    sa.rank = 3
// CHECK-DAG:     gpu.global_id x {sa.index = "k"}
// CHECK-DAG:     gpu.global_id y {sa.index = "j"}
// CHECK-DAG:     gpu.global_id z {sa.index = "i"}
