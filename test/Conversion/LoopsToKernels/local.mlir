// RUN: saopt %s --convert-sa-loops-to-kernels | FileCheck %s

// Work-groups that are given are part of the launch; those of folded dimensions
// are folded too.

// CHECK-LABEL: func.func @groups
func.func @groups(%A: memref<?xf32> {sa.name = "A", sa.array = !sa.array<?xf32, inout, sizes = [N]>},
                  %n: index {sa.name = "N", sa.size}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  // CHECK: %[[TWO:.*]] = arith.constant 2 : index
  // CHECK: %[[FOUR:.*]] = arith.constant 4 : index
  // CHECK: sa.launch @kernels::@groups_0 range(%{{.*}}, %{{.*}}) local(%[[TWO]], %[[FOUR]])
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %x, %A[%j] : memref<?xf32>
  } {sa.indices = ["i", "j"], sa.local = array<i64: 2, 4>}
  // CHECK: %[[SIX:.*]] = arith.constant 6 : index
  // CHECK: %[[ONE:.*]] = arith.constant 1 : index
  // CHECK: %[[FIVE:.*]] = arith.constant 5 : index
  // CHECK: sa.launch @kernels::@groups_1 range(%{{.*}}, %{{.*}}, %{{.*}}) local(%[[SIX]], %[[ONE]], %[[FIVE]])
  scf.parallel (%i, %j, %k, %l) = (%c0, %c0, %c0, %c0) to (%n, %n, %n, %n) step (%c1, %c1, %c1, %c1) {
    memref.store %x, %A[%j] : memref<?xf32>
  } {sa.indices = ["i", "j", "k", "l"], sa.local = array<i64: 2, 3, 1, 5>}
  return
}
