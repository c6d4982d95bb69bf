// RUN: saopt %s --sa-parallelize | FileCheck %s

// With run-time sizes an index is parallel when it is for every size.

!A = !sa.array<?x?xf32, input, sizes = [M, K]>
!C = !sa.array<?xf32, inout, sizes = [M]>

// CHECK-LABEL: sa.func @row_sums
// CHECK:         sa.nest (%i, %k) to (%{{.*}}, %{{.*}}) parallel("i") {
sa.func @row_sums(%A: !A, %C: !C) {
  %m = sa.dim %A, 0 : !A
  %k_size = sa.dim %A, 1 : !A
  sa.nest (%i, %k) to (%m, %k_size) {
    %a = sa.load %A[%i, %k] : !A
    sa.accumulate add %a, %C[%i] : !C
  }
}

// Elements M apart meet when the nest has more than M points, but here it has
// not.
!V = !sa.array<?xf32, inout, sizes = [N]>
// CHECK-LABEL: sa.func @halves
// CHECK:         sa.nest (%i) to (%{{.*}}) parallel("i") {
sa.func @halves(%C: !C, %V: !V) {
  %m = sa.dim %C, 0 : !C
  sa.nest (%i) to (%m) {
    %far = arith.addi %i, %m : index
    %v = sa.load %V[%far] : !V
    sa.store %v, %V[%i] : !V
  }
}

// CHECK-LABEL: sa.func @thirds
// CHECK:         sa.nest (%i) to (%{{.*}}) parallel() {
sa.func @thirds(%C: !C, %V: !V) {
  %m = sa.dim %C, 0 : !C
  %twice = arith.addi %m, %m : index
  sa.nest (%i) to (%twice) {
    %far = arith.addi %i, %m : index
    %v = sa.load %V[%far] : !V
    sa.store %v, %V[%i] : !V
  }
}

// A distance that is a scalar may be anything.
// CHECK-LABEL: sa.func @any_distance
// CHECK:         sa.nest (%i) to (8) parallel() {
sa.func @any_distance(%V: !V, %d: index) {
  sa.nest (%i) to (8) {
    %far = arith.addi %i, %d : index
    %v = sa.load %V[%far] : !V
    sa.store %v, %V[%i] : !V
  }
}
