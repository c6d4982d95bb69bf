// RUN: saopt %s --convert-sa-loops-to-kernels | FileCheck %s

// A large constant is passed to the kernel, like an array that is only read.

// CHECK-LABEL: func.func @lookup
// CHECK-SAME:    (%[[C:.*]]: memref<?xf32>)
// CHECK:         %W = sa.upload "W"
// CHECK:         sa.launch @kernels::@lookup_0 range(%{{.*}}) args(%[[C]], %W) : memref<?xf32>, memref<?xf32>
func.func @lookup(%C: memref<?xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %W = sa.upload "W" dense<1.0> : tensor<4096xf32> of f32 : memref<?xf32>
  scf.parallel (%i) = (%zero) to (%four) step (%one) {
    %w = memref.load %W[%i] : memref<?xf32>
    memref.store %w, %C[%i] : memref<?xf32>
    scf.reduce
  } {sa.indices = ["i"]}
  return
}

// CHECK:      gpu.func @lookup_0(
// CHECK-SAME:   %{{.*}}: memref<?xf32>,
// CHECK-SAME:   %{{.*}}: memref<?xf32> {sa.array = !sa.array<?xf32, const>, sa.name = "W"}) kernel
