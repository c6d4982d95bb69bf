// RUN: saopt %s --sa-parallelize | FileCheck %s

// Points that have copies of their own do not meet in them.

!B = !sa.array<4x8xf32, inout>
!T = !sa.array<9xf32, temp>

// CHECK-LABEL: sa.func @shared
// CHECK:         sa.nest (%i, %j) to (4, 8) parallel() {
sa.func @shared(%B: !B) {
  %T = sa.temp "T" : !T
  sa.nest (%i, %j) to (4, 8) {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%j)
    %t = sa.load %T[%j] : !T
    sa.store %t, %T[%next] : !T
    sa.store %t, %B[%i, %j] : !B
  }
}

// CHECK-LABEL: sa.func @copies
// CHECK:         sa.nest (%i, %j) to (4, 8) parallel("i") {
sa.func @copies(%B: !B) {
  %T = sa.temp "T" private(1) : !T
  sa.nest (%i, %j) to (4, 8) {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%j)
    %t = sa.load %T[%j] : !T
    sa.store %t, %T[%next] : !T
    sa.store %t, %B[%i, %j] : !B
  }
}

// Inside of a copy, j changes the element: nothing else waits.
// CHECK-LABEL: sa.func @inner
// CHECK:         sa.nest (%i, %j, %k) to (4, 8, 2) parallel("i", "j") {
sa.func @inner(%B: !B, %x: f32) {
  %T = sa.temp "T" private(1) : !T
  sa.nest (%i, %j, %k) to (4, 8, 2) {
    sa.accumulate add %x, %T[%j] : !T
    %t = sa.load %T[%j] : !T
    sa.store %t, %B[%i, %j] : !B
  }
}
