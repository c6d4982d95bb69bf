// RUN: saopt %s --convert-sa-loops-to-kernels | FileCheck %s

// The memory of temporaries is passed like the arrays, after the arguments.

// CHECK-LABEL: func.func @scratch
// CHECK-SAME:    (%[[C:.*]]: memref<?xi8>)
func.func @scratch(%C: memref<?xi8>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  // CHECK: %T = sa.alloc "T"
  // CHECK: sa.launch @kernels::@scratch_0 range(%{{.*}}) args(%[[C]], %T) : memref<?xi8>, memref<?xi8>
  %T = sa.alloc "T"(%four) of i1 : memref<?xi8>
  scf.parallel (%i) = (%zero) to (%four) step (%one) {
    %t = memref.load %T[%i] : memref<?xi8>
    memref.store %t, %C[%i] : memref<?xi8>
    scf.reduce
  } {sa.indices = ["i"]}
  return
}

// CHECK:      gpu.func @scratch_0(
// CHECK-SAME:   %{{.*}}: memref<?xi8>,
// CHECK-SAME:   %{{.*}}: memref<?xi8> {sa.array = !sa.array<?xi1, temp>, sa.name = "T"}) kernel
