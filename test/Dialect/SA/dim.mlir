// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// The size of a dimension, known at compile time or not.

// CHECK-LABEL: sa.func @sizes
sa.func @sizes(%A: !sa.array<?x32xf32, input, sizes = [M]>) {
  // CHECK-NEXT: sa.dim %A, 0 : !sa.array<?x32xf32, input, sizes = [M]>
  %m = sa.dim %A, 0 : !sa.array<?x32xf32, input, sizes = [M]>
  // CHECK-NEXT: sa.dim %A, 1 : !sa.array<?x32xf32, input, sizes = [M]>
  %k = sa.dim %A, 1 : !sa.array<?x32xf32, input, sizes = [M]>
}
