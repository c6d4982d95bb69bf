// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// Row-major with run-time sizes: i * (N * 3) + j * 3 + k.

!T = !sa.array<?x?x3xf32, inout, sizes = [M, N]>

// CHECK-LABEL: func.func @row_major
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index {sa.name = "N", sa.size})
sa.func @row_major(%A: !T, %x: f32) {
  %m = sa.dim %A, 0 : !T
  %n = sa.dim %A, 1 : !T
  // CHECK:      scf.for %[[I:.*]] =
  // CHECK-NEXT: scf.for %[[J:.*]] =
  // CHECK-NEXT: scf.for %[[K:.*]] =
  sa.nest (%i, %j, %k) to (%m, %n, 3) {
    // CHECK:      %[[ROW:.*]] = arith.muli %[[N]], %{{.*}}
    // CHECK-NEXT: %[[ROWS:.*]] = arith.muli %[[I]], %[[ROW]]
    // CHECK:      %[[COLUMNS:.*]] = arith.muli %[[J]], %{{.*}}
    // CHECK-NEXT: %[[START:.*]] = arith.addi %[[ROWS]], %[[COLUMNS]]
    // CHECK-NEXT: %[[AT:.*]] = arith.addi %[[START]], %[[K]]
    // CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[AT]]]
    sa.store %x, %A[%i, %j, %k] : !T
  }
}
