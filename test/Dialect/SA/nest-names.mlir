// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// The names of indices are part of the program, also where the SSA name had to
// differ.

// Two nests use the same names.
// CHECK-LABEL: sa.func @twice
sa.func @twice() {
  // CHECK-NEXT: sa.nest (%i) to (4)
  sa.nest (%i) to (4) {
  }
  // CHECK:      sa.nest (%i) to (8)
  sa.nest (%again "i") to (8) {
  }
}

// An index is called like an argument, which the SSA name cannot be.
// CHECK-LABEL: sa.func @clash(%i: f32)
sa.func @clash(%i: f32) {
  // CHECK-NEXT: sa.nest (%i_0 "i", %j) to (4, 4) parallel("i")
  sa.nest (%i_0 "i", %j) to (4, 4) parallel("i") {
  }
}

// CHECK-LABEL: sa.func @no_identifiers
sa.func @no_identifiers() {
  // CHECK-NEXT: sa.nest (%{{.*}} "0", %{{.*}} "row index", %{{.*}} "") to (4, 5, 6)
  sa.nest (%0, %r "row index", %e "") to (4, 5, 6) {
  }
}
