// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// The sizes of a nest at run time. A computed size may be negative, and means
// no iterations then, as a loop from zero does.

!V = !sa.array<?xf32, inout, sizes = [N]>

// CHECK-LABEL: func.func @size
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index {sa.name = "N", sa.size}
sa.func @size(%A: !V, %x: f32) {
  %n = sa.dim %A, 0 : !V
  // CHECK: scf.parallel (%{{.*}}) = (%{{.*}}) to (%[[N]])
  sa.nest (%i) to (%n) parallel("i") {
    sa.store %x, %A[%i] : !V
  }
}

// CHECK-LABEL: func.func @inner
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index {sa.name = "N", sa.size}
sa.func @inner(%A: !V, %x: f32) {
  %two = arith.constant 2 : index
  %n = sa.dim %A, 0 : !V
  // CHECK:     %[[INNER:.*]] = arith.subi %[[N]], %{{.*}} : index
  // CHECK:     %[[POINTS:.*]] = arith.maxsi %[[INNER]], %{{.*}} : index
  // CHECK:     scf.parallel (%{{.*}}) = (%{{.*}}) to (%[[POINTS]])
  %inner = arith.subi %n, %two : index
  sa.nest (%i) to (%inner) parallel("i") {
    sa.store %x, %A[%i] : !V
  }
}

// A scalar is whatever the caller says.
// CHECK-LABEL: func.func @scalar
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index {sa.name = "n", sa.scalar = index}
sa.func @scalar(%A: !sa.array<f32, inout>, %n: index, %x: f32) {
  // CHECK:     %[[POINTS:.*]] = arith.maxsi %[[N]], %{{.*}} : index
  // CHECK:     scf.parallel (%{{.*}}) = (%{{.*}}) to (%[[POINTS]])
  sa.nest (%i) to (%n) parallel("i") {
    sa.store %x, %A[] : !sa.array<f32, inout>
  }
}

// A loop compares, and needs no help.
// CHECK-LABEL: func.func @sequential
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index {sa.name = "N", sa.size}
sa.func @sequential(%A: !V, %x: f32) {
  %two = arith.constant 2 : index
  %n = sa.dim %A, 0 : !V
  // CHECK:     %[[INNER:.*]] = arith.subi %[[N]], %{{.*}} : index
  // CHECK-NOT: arith.maxsi
  // CHECK:     scf.for %{{.*}} = %{{.*}} to %[[INNER]]
  %inner = arith.subi %n, %two : index
  sa.nest (%i) to (%inner) parallel() {
    sa.store %x, %A[%i] : !V
  }
}
