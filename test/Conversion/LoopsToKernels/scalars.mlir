// RUN: saopt %s --convert-sa-loops-to-kernels | FileCheck %s

// What is computed from scalars and sizes outside of the loop is computed again
// in the kernel; the range keeps its own copy.

// CHECK-LABEL: func.func @interior
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index {sa.name = "N", sa.size}
// CHECK:         %[[RANGE:.*]] = arith.subi %[[N]], %{{.*}}
// CHECK:         sa.launch @kernels::@interior_0 range(%[[RANGE]]) args(%{{[^,]*}}, %{{[^,]*}}, %[[N]])

// CHECK-LABEL: gpu.func @interior_0(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<?xi32>, %[[M:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: index {sa.name = "N", sa.size})
// CHECK-DAG:     %[[END:.*]] = arith.subi %[[N]], %{{.*}} : index
// CHECK-DAG:     %[[RATIO:.*]] = arith.divsi %[[M]], %[[M]] : i32
// CHECK:         %[[BACK:.*]] = arith.subi %[[END]], %{{.*}}
// CHECK:         memref.store %[[RATIO]], %{{.*}}[%[[BACK]]]
func.func @interior(%A: memref<?xi32>, %m: i32, %n: index {sa.name = "N", sa.size}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %inner = arith.subi %n, %one : index
  %ratio = arith.divsi %m, %m : i32
  scf.parallel (%i) = (%zero) to (%inner) step (%one) {
    %back = arith.subi %inner, %i : index
    memref.store %ratio, %A[%back] : memref<?xi32>
    scf.reduce
  } {sa.indices = ["i"]}
  return
}
