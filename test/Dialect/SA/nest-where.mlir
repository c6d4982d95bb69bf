// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// Nests over a part of their box.

#triangle = affine_set<(i, j) : (i - j >= 0)>

// CHECK-DAG: #[[$TRIANGLE:.*]] = affine_set<(d0, d1) : (d0 - d1 >= 0)>
// CHECK-DAG: #[[$CORNER:.*]] = affine_set<(d0, d1)[s0] : (-d0 + s0 - d1 >= 0, d0 - 1 == 0)>

// CHECK-LABEL: sa.func @triangle
sa.func @triangle(%A: !sa.array<4x4xf32, inout>, %x: f32) {
  // CHECK: sa.nest (%i, %j) to (4, 4) where #[[$TRIANGLE]] {
  sa.nest (%i, %j) to (4, 4) where #triangle {
    sa.store %x, %A[%i, %j] : !sa.array<4x4xf32, inout>
  }
}

// CHECK-LABEL: sa.func @corner
sa.func @corner(%A: !sa.array<4x4xf32, inout>, %n: index, %x: f32) {
  // CHECK: sa.nest (%i, %j) to (4, 4) where #[[$CORNER]][%n] parallel("j") {
  sa.nest (%i, %j) to (4, 4) where affine_set<(i, j)[n] : (n - i - j >= 0, i - 1 == 0)>[%n] parallel("j") {
    sa.store %x, %A[%i, %j] : !sa.array<4x4xf32, inout>
  }
}
