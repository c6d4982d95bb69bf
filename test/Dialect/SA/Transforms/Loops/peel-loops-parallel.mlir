// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-peel-loops))' | FileCheck %s

// CHECK-DAG: #[[$FULL:.*]] = affine_map<(d0) -> (5, -d0 + 2)>
// CHECK-DAG: #[[$EDGE:.*]] = affine_map<(d0, d1) -> (5, -d1 + 2, -d0 - d1 + 6)>

// Where the loops around are parallel, each edge is chosen once: bodies are not
// copied again for an edge that they stand at.

// CHECK-LABEL: sa.func @two_edges
// CHECK:       affine.for %[[X:.*]] = 0 to
// CHECK-NEXT:    affine.for %[[Y:.*]] = 0 to 12 step 3
// CHECK-NEXT:      affine.if #{{.*}}(%[[X]])
// CHECK-NEXT:        affine.for %[[Z:.*]] = 0 to 3 {
// CHECK:           } else {
// CHECK-NEXT:        affine.if #{{.*}}(%[[X]], %[[Y]])
// CHECK-NEXT:          affine.for %[[Z2:.*]] = 0 to 3 {
// CHECK:             } else {
// CHECK-NEXT:          affine.for %[[Z3:.*]] = 0 to min #{{.*}}(%[[X]], %[[Y]])
// CHECK-NOT:           affine.for
sa.func @two_edges(%A: !sa.array<?xf32, inout, sizes = [N]>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [N]>
  %one = arith.constant 1.0 : f32
  affine.for %x = 0 to %n step 12 {
    affine.for %y = 0 to 12 step 3 {
      affine.for %z = 0 to min affine_map<(d0, d1)[s0] -> (3, s0 - d0 - d1)>(%x, %y)[%n] {
        %i = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 + d2)>(%x, %y, %z)
        sa.store %one, %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
      } {sa.index = "z", sa.execution = #sa.execution<unroll>}
    } {sa.index = "y", sa.execution = #sa.execution<parallel>}
  } {sa.index = "x", sa.execution = #sa.execution<parallel>}
}

// A bound is dropped where its edge was chosen, and nowhere else: `2 - y`, which
// is less than 5 everywhere, stays in all the bodies.

// CHECK-LABEL: sa.func @another_bound
// CHECK:       affine.for %[[X:.*]] = 0 to 6 step 2
// CHECK:         affine.for %[[Y:.*]] = 0 to
// CHECK:           affine.if #{{.*}}(%[[X]])
// CHECK-NEXT:        affine.for %[[Z:.*]] = 0 to min #[[$FULL]](%[[Y]])
// CHECK:           } else {
// CHECK-NEXT:        affine.if #{{.*}}(%[[X]], %[[Y]])
// CHECK-NEXT:          affine.for %[[Z2:.*]] = 0 to min #[[$FULL]](%[[Y]])
// CHECK:             } else {
// CHECK-NEXT:          affine.for %[[Z3:.*]] = 0 to min #[[$EDGE]](%[[X]], %[[Y]])
sa.func @another_bound(%A: !sa.array<6xf32, inout>) {
  %one = arith.constant 1.0 : f32
  affine.for %x = 0 to 6 step 2 {
    affine.for %y = 0 to min affine_map<(d0) -> (2, 6 - d0)>(%x) step 5 {
      affine.for %z = 0 to min affine_map<(d0, d1) -> (5, 2 - d1, 6 - d0 - d1)>(%x, %y) {
        %i = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 + d2)>(%x, %y, %z)
        sa.store %one, %A[%i] : !sa.array<6xf32, inout>
      } {sa.index = "z", sa.execution = #sa.execution<vectorize>}
    } {sa.index = "y", sa.execution = #sa.execution<parallel>}
  } {sa.index = "x", sa.execution = #sa.execution<parallel>}
}

// Both bodies use the memory of the group, and both have its barrier, which all
// its work-items reach.

// CHECK-LABEL: sa.func @shared
// CHECK:       affine.for %[[I:.*]] = 0 to 13 step 4 {
// CHECK-NEXT:    %[[T:.*]] = sa.buffer "T" local
// CHECK-NEXT:    affine.if #{{.*}}(%[[I]]) {
// CHECK:           sa.store %[[ARG:.*]], %[[T]]
// CHECK:           gpu.barrier
// CHECK:         } else {
// CHECK:           sa.store %[[ARG]], %[[T]]
// CHECK:           gpu.barrier
// CHECK-NOT:   sa.buffer
sa.func @shared(%A: !sa.array<13xf32, inout>) {
  affine.for %i = 0 to 13 step 4 {
    affine.for %one = 0 to 1 {
    } {sa.index = "first", sa.execution = #sa.execution<thread_x>}
    %T = sa.buffer "T" local : !sa.array<4xf32, temp>
    affine.for %x = 0 to 1 {
      affine.for %k = 0 to min affine_map<(d0) -> (4, 13 - d0)>(%i) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
        %a = sa.load %A[%at] : !sa.array<13xf32, inout>
        sa.store %a, %T[%k] : !sa.array<4xf32, temp>
      } {sa.index = "k", sa.execution = #sa.execution<unroll>}
    } {sa.index = "x", sa.execution = #sa.execution<thread_x>}
    gpu.barrier
    affine.for %y = 0 to 1 {
      affine.for %l = 0 to min affine_map<(d0) -> (4, 13 - d0)>(%i) {
        %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %l)
        %t = sa.load %T[%l] : !sa.array<4xf32, temp>
        sa.store %t, %A[%at] : !sa.array<13xf32, inout>
      } {sa.index = "l", sa.execution = #sa.execution<unroll>}
    } {sa.index = "y", sa.execution = #sa.execution<thread_x>}
  } {sa.index = "i", sa.execution = #sa.execution<block_x>}
}
