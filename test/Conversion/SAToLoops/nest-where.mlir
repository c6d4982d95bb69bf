// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// A constrained nest: sequential loops get tighter bounds, and where all the
// indices are parallel, a condition remains.

// CHECK-LABEL: func.func @bounds
sa.func @bounds(%A: !sa.array<8x8xf32, inout>, %x: f32) {
  // CHECK:     scf.for %[[I:.*]] =
  // CHECK:       %[[FROM:.*]] = arith.maxsi
  // CHECK:       %[[TO:.*]] = arith.minsi
  // CHECK:       scf.for %[[J:.*]] = %[[FROM]] to %[[TO]]
  // CHECK-NOT:     scf.if
  // CHECK:         memref.store
  sa.nest (%i, %j) to (8, 8) where affine_set<(i, j) : (2 * j - i >= 0, i - 3 * j + 4 >= 0)> {
    sa.store %x, %A[%i, %j] : !sa.array<8x8xf32, inout>
  }
}

// CHECK-LABEL: func.func @condition
sa.func @condition(%A: !sa.array<8x8xf32, inout>, %x: f32) {
  // CHECK:      scf.parallel (%[[I:.*]], %[[J:.*]]) =
  // CHECK:        %[[HOLDS:.*]] = arith.cmpi sge
  // CHECK-NEXT:   scf.if %[[HOLDS]] {
  // CHECK:          memref.store
  sa.nest (%i, %j) to (8, 8) where affine_set<(i, j) : (i - j >= 0)> parallel("i", "j") {
    sa.store %x, %A[%i, %j] : !sa.array<8x8xf32, inout>
  }
}

// A remainder has no bound, but a condition.
// CHECK-LABEL: func.func @even
sa.func @even(%A: !sa.array<8xf32, inout>, %x: f32) {
  // CHECK:      scf.for
  // CHECK:        scf.if
  sa.nest (%i) to (8) where affine_set<(i) : (i mod 2 == 0)> parallel() {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  }
}

// What constrains one parallel index alone is a matter of the range.
// CHECK-LABEL: func.func @range
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index {sa.name = "N", sa.size}
sa.func @range(%A: !sa.array<?xf32, inout, sizes = [N]>, %x: f32) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [N]>
  // CHECK-DAG:  %[[FIVE:.*]] = arith.constant 5 : index
  // CHECK:      %[[LESS:.*]] = arith.subi %{{.*}}, %[[FIVE]]
  // CHECK:      %[[SIZE:.*]] = arith.maxsi %[[LESS]]
  // CHECK:      scf.parallel (%[[I:.*]]) = ({{.*}}) to (%[[SIZE]])
  // CHECK-NEXT:   %[[AT:.*]] = arith.addi %[[I]], %[[FIVE]]
  // CHECK-NOT:    scf.if
  // CHECK:        memref.store %{{.*}}, %{{.*}}[%[[AT]]]
  sa.nest (%i) to (%n) where affine_set<(i)[n] : (i - 5 >= 0, n - 2 * i >= 0)>[%n] parallel("i") {
    sa.store %x, %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
  }
}
