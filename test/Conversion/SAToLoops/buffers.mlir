// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// The copies for whole tiles and for their edges are one piece of memory, since
// they are never used at the same time. Copies of different arrays, and those
// that are still in use, are several.

!A = !sa.array<8xf32, inout>
!T = !sa.array<4xf32, temp>

// CHECK-LABEL: func.func @tile_and_edge
// CHECK:         memref.alloca() {sa.array = {{.*}}, sa.name = "T"}
// CHECK-NOT:     memref.alloca
sa.func @tile_and_edge(%A: !A, %x: f32) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      %T = sa.buffer "T" private : !T
      sa.store %x, %T[%j] : !T
      %t = sa.load %T[%j] : !T
      sa.store %t, %A[%j] : !A
    } {sa.index = "j"}
    %T = sa.buffer "T" private : !T
    sa.store %x, %T[%i] : !T
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !A
  } {sa.index = "i"}
}

// CHECK-LABEL: func.func @at_the_same_time
// CHECK-DAG:     memref.alloca() {sa.array = {{.*}}, sa.name = "T"}
// CHECK-DAG:     memref.alloca() {sa.array = {{.*}}, sa.name = "T"}
// CHECK-DAG:     memref.alloca() {sa.array = {{.*}}, sa.name = "U"}
// CHECK-NOT:     memref.alloca
sa.func @at_the_same_time(%A: !A, %x: f32) {
  affine.for %i = 0 to 4 {
    %T = sa.buffer "T" private : !T
    sa.store %x, %T[%i] : !T
    affine.for %j = 0 to 2 {
      %V = sa.buffer "T" private : !T
      sa.store %x, %V[%j] : !T
      %v = sa.load %V[%j] : !T
      sa.store %v, %A[%j] : !A
    } {sa.index = "j"}
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !A
    %U = sa.buffer "U" private : !T
    sa.store %x, %U[%i] : !T
    %u = sa.load %U[%i] : !T
    sa.store %u, %A[%i] : !A
  } {sa.index = "i"}
}
