// RUN: saopt %s --sa-check-accesses | FileCheck %s

// Sizes that are known only at run time: what has the same name is the same
// number, and no size is negative.

!A = !sa.array<?x?xf32, input, sizes = [M, N]>
!C = !sa.array<?x?xf32, inout, sizes = [N, M]>

// CHECK-LABEL: sa.func @same_names
// CHECK:         sa.load
// CHECK:         sa.store
sa.func @same_names(%A: !A, %C: !C) {
  %m = sa.dim %A, 0 : !A
  %n = sa.dim %C, 0 : !C
  sa.nest (%i, %j) to (%m, %n) {
    %a = sa.load %A[%i, %j] : !A
    sa.store %a, %C[%j, %i] : !C
  }
}

// The size of an unnamed dimension belongs to its own array.
// CHECK-LABEL: sa.func @unnamed
// CHECK:         sa.load
sa.func @unnamed(%A: !sa.array<?xf32, input>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, input>
  sa.nest (%i) to (%n) {
    %a = sa.load %A[%i] : !sa.array<?xf32, input>
  }
}

// i + 1 < N wherever i < N - 1; for N = 0 there are no points.
!V = !sa.array<?xf32, inout, sizes = [N]>
// CHECK-LABEL: sa.func @neighbours
// CHECK:         sa.load
sa.func @neighbours(%A: !V) {
  %one = arith.constant 1 : index
  %n = sa.dim %A, 0 : !V
  %inner = arith.subi %n, %one : index
  sa.nest (%i) to (%inner) {
    %next = arith.addi %i, %one : index
    %a = sa.load %A[%next] : !V
  }
}

// Wherever the nest has a point, the first element exists.
// CHECK-LABEL: sa.func @first_element
// CHECK:         sa.accumulate
sa.func @first_element(%A: !V, %x: f32) {
  %zero = arith.constant 0 : index
  %n = sa.dim %A, 0 : !V
  sa.nest (%i) to (%n) {
    sa.accumulate add %x, %A[%zero] : !V
  }
}

// A temporary has the sizes of the arguments.
// CHECK-LABEL: sa.func @temporary
// CHECK:         sa.store
sa.func @temporary(%A: !V, %x: f32) {
  %T = sa.temp "T" : !sa.array<2x?xf32, temp, sizes = [N]>
  %n = sa.dim %A, 0 : !V
  sa.nest (%i, %j) to (2, %n) {
    sa.store %x, %T[%i, %j] : !sa.array<2x?xf32, temp, sizes = [N]>
  }
}
