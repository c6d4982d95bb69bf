// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// affine.apply becomes the arithmetic it stands for.

// CHECK-LABEL: func.func @apply
sa.func @apply(%C: !sa.array<64xf32, inout>, %x: f32) {
  // CHECK: scf.for %[[I:.*]] =
  // CHECK: scf.for %[[J:.*]] =
  sa.nest (%i, %j) to (4, 4) {
    // CHECK-NOT: affine
    // CHECK:     %[[FOUR:.*]] = arith.constant 4 : index
    // CHECK:     %[[ROW:.*]] = arith.muli %[[I]], %[[FOUR]]
    // CHECK:     %[[SUM:.*]] = arith.addi %[[ROW]], %[[J]]
    // CHECK:     %[[ONE:.*]] = arith.constant 1 : index
    // CHECK:     %[[AT:.*]] = arith.addi %[[SUM]], %[[ONE]]
    // CHECK:     memref.store %{{.*}}, %{{.*}}[%[[AT]]]
    %at = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1 + 1)>(%i, %j)
    sa.store %x, %C[%at] : !sa.array<64xf32, inout>
  }
}

// The affine remainder is never negative, unlike that of a division that rounds
// to zero.
// CHECK-LABEL: func.func @remainder
sa.func @remainder(%C: !sa.array<8xf32, inout>, %x: f32, %start: index) {
  // CHECK: scf.for
  sa.nest (%i) to (8) {
    // CHECK:     %[[REMAINDER:.*]] = arith.remsi
    // CHECK:     %[[NEGATIVE:.*]] = arith.cmpi slt, %[[REMAINDER]]
    // CHECK:     arith.select %[[NEGATIVE]]
    %at = affine.apply affine_map<(d0)[s0] -> ((d0 + s0) mod 8)>(%i)[%start]
    sa.store %x, %C[%at] : !sa.array<8xf32, inout>
  }
}
