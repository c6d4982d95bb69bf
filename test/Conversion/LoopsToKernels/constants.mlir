// RUN: saopt %s --convert-sa-loops-to-kernels | FileCheck %s

// Constant arrays move beside the kernels that read them.

// CHECK-NOT:   memref.global {{.*}} @W_values
// CHECK-LABEL: func.func @lookup
// CHECK-NOT:     memref.get_global
// CHECK:         sa.launch @kernels::@lookup_0
// CHECK-NOT:     memref.get_global
// CHECK:         sa.launch @kernels::@lookup_1

// CHECK-LABEL: gpu.module @kernels
// CHECK:         memref.global "private" constant @W_values : memref<4xf32> = dense<1.000000e+00> {sa.name = "W"}
// CHECK-NOT:     @unread_values
// CHECK-LABEL:   gpu.func @lookup_0
// CHECK:           %[[W:.*]] = memref.get_global @W_values : memref<4xf32>
// CHECK:           memref.load %[[W]]
// CHECK-LABEL:   gpu.func @lookup_1
// CHECK:           memref.get_global @W_values
memref.global "private" constant @W_values : memref<4xf32> = dense<1.0> {sa.name = "W"}
memref.global "private" constant @unread_values : memref<4xf32> = dense<2.0> {sa.name = "unread"}
func.func @lookup(%C: memref<?xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %W = memref.get_global @W_values : memref<4xf32>
  %unread = memref.get_global @unread_values : memref<4xf32>
  scf.parallel (%i) = (%zero) to (%four) step (%one) {
    %w = memref.load %W[%i] : memref<4xf32>
    memref.store %w, %C[%i] : memref<?xf32>
    scf.reduce
  } {sa.indices = ["i"]}
  scf.parallel (%i) = (%zero) to (%four) step (%one) {
    %w = memref.load %W[%i] : memref<4xf32>
    memref.store %w, %C[%i] : memref<?xf32>
    scf.reduce
  } {sa.indices = ["i"]}
  return
}
