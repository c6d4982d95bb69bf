// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// A private temporary belongs to a work-item, and is zero when that begins.

!B = !sa.array<4x3xi1, inout>
!T = !sa.array<3xi1, temp>

// CHECK-LABEL: func.func @copies
// CHECK-NOT:     sa.alloc
// CHECK:         scf.parallel
// CHECK-NEXT:      %[[T:.*]] = memref.alloca() {sa.array = !sa.array<3xi1, temp>, sa.name = "T"} : memref<3xi8>
// CHECK:           scf.for %[[AT:.*]] = %{{.*}} to %[[SIZE:.*]] step
// CHECK-NEXT:        %[[ZERO:.*]] = arith.constant 0 : i8
// CHECK-NEXT:        memref.store %[[ZERO]], %[[T]][%[[AT]]]
// CHECK:           scf.for
// CHECK:             memref.store %{{.*}}, %[[T]][
sa.func @copies(%B: !B, %x: i1) {
  %T = sa.temp "T" private(1) : !T
  sa.nest (%i, %j) to (4, 3) parallel("i") {
    sa.store %x, %T[%j] : !T
    %t = sa.load %T[%j] : !T
    sa.store %t, %B[%i, %j] : !B
  }
  // CHECK: scf.parallel
  // CHECK-NOT: memref.alloca
  sa.nest (%i, %j) to (4, 3) parallel("i", "j") {
    sa.store %x, %B[%i, %j] : !B
  }
}

// A copy for each value of an index that is not parallel is cleared for each.
// CHECK-LABEL: func.func @sequential
// CHECK:         scf.parallel
// CHECK-NEXT:      %[[T:.*]] = memref.alloca() {{.*}} : memref<3xi8>
// CHECK:           scf.for
// CHECK:             scf.for %[[AT:[a-z0-9]+]] =
// CHECK:               memref.store %{{.*}}, %[[T]][%[[AT]]]
// CHECK:             scf.for
sa.func @sequential(%B: !B, %x: i1) {
  %T = sa.temp "T" private(1) : !T
  sa.nest (%i, %j) to (4, 3) {
    %t = sa.load %T[%j] : !T
    sa.store %t, %B[%i, %j] : !B
    sa.store %x, %T[%j] : !T
  }
}
