// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// Launches over one to three dimensions, with and without a local range and
// arguments.

module attributes {gpu.container_module} {
  // CHECK-LABEL: func.func @ranges
  // CHECK-SAME:    (%[[N:.*]]: index)
  func.func @ranges(%n: index) {
    // CHECK-NEXT: sa.launch @kernels::@nothing range(%[[N]]) args()
    sa.launch @kernels::@nothing range(%n) args()
    // CHECK-NEXT: sa.launch @kernels::@nothing range(%[[N]], %[[N]]) args()
    sa.launch @kernels::@nothing range(%n, %n) args()
    // CHECK-NEXT: sa.launch @kernels::@nothing range(%[[N]], %[[N]], %[[N]]) local(%[[N]], %[[N]], %[[N]]) args()
    sa.launch @kernels::@nothing range(%n, %n, %n) local(%n, %n, %n) args()
    return
  }

  // CHECK-LABEL: func.func @arguments
  // CHECK-SAME:    (%[[A:.*]]: memref<?xf32>, %[[N:.*]]: index)
  func.func @arguments(%A: memref<?xf32>, %n: index) {
    // CHECK-NEXT: sa.launch @kernels::@scale range(%[[N]]) args(%[[A]], %[[N]]) : memref<?xf32>, index
    sa.launch @kernels::@scale range(%n) args(%A, %n) : memref<?xf32>, index
    return
  }

  gpu.module @kernels {
    gpu.func @nothing() kernel {
      gpu.return
    }
    gpu.func @scale(%A: memref<?xf32>, %n: index) kernel {
      gpu.return
    }
  }
}
