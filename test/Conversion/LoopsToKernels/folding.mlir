// RUN: saopt %s --convert-sa-loops-to-kernels | FileCheck %s

// More than three parallel indices share the slowest dimension of the range.
// The kernel takes them apart again, and needs all their sizes but the first.

// CHECK-LABEL: func.func @five
// CHECK-SAME:    %[[A_SIZE:[a-z0-9]+]]: index {sa.name = "a"}, %[[B_SIZE:[a-z0-9]+]]: index {sa.name = "b"}, %[[C_SIZE:[a-z0-9]+]]: index {sa.name = "c"}
func.func @five(%A: memref<?xf32>, %x: f32, %a_size: index {sa.name = "a"},
                %b_size: index {sa.name = "b"}, %c_size: index {sa.name = "c"}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  // CHECK:      %[[AB:.*]] = arith.muli %[[A_SIZE]], %[[B_SIZE]]
  // CHECK-NEXT: %[[ABC:.*]] = arith.muli %[[AB]], %[[C_SIZE]]
  // CHECK-NEXT: sa.launch @kernels::@five_0 range(%[[ABC]], %{{.*}}, %{{.*}}) args(%{{.*}}, %{{.*}}, %[[B_SIZE]], %[[C_SIZE]])
  scf.parallel (%a, %b, %c, %d, %e) = (%zero, %zero, %zero, %zero, %zero)
      to (%a_size, %b_size, %c_size, %four, %four)
      step (%one, %one, %one, %one, %one) {
    %ab = arith.addi %a, %b : index
    %abc = arith.addi %ab, %c : index
    memref.store %x, %A[%abc] : memref<?xf32>
    scf.reduce
  } {sa.indices = ["a", "b", "c", "d", "e"]}
  return
}

// CHECK-LABEL: gpu.func @five_0
// CHECK-SAME:    %[[B_SIZE:[a-z0-9]+]]: index {sa.name = "b"}, %[[C_SIZE:[a-z0-9]+]]: index {sa.name = "c"})
// CHECK-DAG:     gpu.global_id x {sa.index = "e"}
// CHECK-DAG:     gpu.global_id y {sa.index = "d"}
// CHECK:         %[[FOLDED:.*]] = gpu.global_id z{{$}}
// CHECK:         %[[C:.*]] = arith.remui %[[FOLDED]], %[[C_SIZE]] {sa.index = "c", sa.position}
// CHECK:         %[[AB:.*]] = arith.divui %[[FOLDED]], %[[C_SIZE]] {sa.position}
// CHECK:         %[[B:.*]] = arith.remui %[[AB]], %[[B_SIZE]] {sa.index = "b", sa.position}
// CHECK:         %[[A:.*]] = arith.divui %[[AB]], %[[B_SIZE]] {sa.index = "a", sa.position}
// CHECK:         %[[SUM:.*]] = arith.addi %[[A]], %[[B]]
// CHECK:         arith.addi %[[SUM]], %[[C]]
