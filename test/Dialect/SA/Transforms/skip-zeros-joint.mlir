// RUN: saopt %s --sa-skip-zeros | FileCheck %s

// Several reads that have to be zero together. They stay as they are, and the
// nest runs over what is left.

!V = !sa.array<9xf32, const>
!W = !sa.array<4x4xf32, const>
!A = !sa.array<8xf32, input>
!C = !sa.array<4xf32, inout>
!D = !sa.array<4xf32, inout>

// One constant at two places.
// CHECK-LABEL: sa.func @places
// CHECK-SAME:    "constant 'V': 6 of 8 values of 'k' are zero and are skipped (estimated 4.0 times less work)"
// CHECK:         %[[V:.*]] = sa.const "V" dense<{{.*}}> : tensor<9xf32>
// CHECK:         sa.nest (%i, %[[Q:.*]]) to (4, 2) {{.*}}{
// CHECK-DAG:       %[[THREE:.*]] = arith.constant 3 : index
// CHECK:           %[[K:.*]] = arith.addi %[[Q]], %[[THREE]]
// CHECK:           sa.load %[[V]][%[[K]]]
// CHECK:           %[[NEXT:.*]] = affine.apply {{.*}}(%[[K]])
// CHECK:           sa.load %[[V]][%[[NEXT]]]
sa.func @places(%A: !A, %C: !C, %D: !D) {
  %V = sa.const "V" dense<[0., 0., 0., 0., 5., 0., 0., 0., 0.]> : tensor<9xf32> as !V
  sa.nest (%i, %k) to (4, 8) {
    %a = sa.load %A[%k] : !A
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
    %next = affine.apply affine_map<(k) -> (k + 1)>(%k)
    %w = sa.load %V[%next] : !V
    %aw = arith.mulf %a, %w : f32
    sa.accumulate add %aw, %D[%i] : !D
  }
}

// Where one of two factors is zero, there is nothing to do, either.
// CHECK-LABEL: sa.func @product
// CHECK-SAME:    "constant 'W': all that is read of it is zero, and the nest that reads it is left out"
// CHECK-NOT:     sa.nest
sa.func @product(%C: !C) {
  %W = sa.const "W" dense<[[0., 1., 1., 1.], [0., 0., 1., 1.], [0., 0., 0., 1.], [0., 0., 0., 0.]]> : tensor<4x4xf32> as !W
  sa.nest (%i, %j) to (4, 4) {
    %v = sa.load %W[%i, %j] : !W
    %w = sa.load %W[%j, %i] : !W
    %vw = arith.mulf %v, %w : f32
    sa.accumulate add %vw, %C[%i] : !C
  }
}

// Two constants, of which one alone says nothing, and a third that nothing
// depends on.
// CHECK-LABEL: sa.func @constants
// CHECK-SAME:    "constants 'V' and 'U': 6 of 8 values of 'k' are zero and are skipped (estimated 3.6 times less work)"
// CHECK:         sa.const "V_k" dense<[2, 4]>
// CHECK:         sa.nest (%i, %{{.*}}) to (4, 2)
sa.func @constants(%A: !A, %C: !C, %D: !D) {
  %V = sa.const "V" dense<[0., 0., 0., 0., 5., 0., 0., 0., 0.]> : tensor<9xf32> as !V
  %U = sa.const "U" dense<[0., 0., 1., 0., 0., 0., 0., 0., 0.]> : tensor<9xf32> as !V
  %T = sa.const "T" dense<[0., 0., 1., 0., 0., 0., 0., 0., 0.]> : tensor<9xf32> as !V
  sa.nest (%i, %k) to (4, 8) {
    %a = sa.load %A[%k] : !A
    %t = sa.load %T[%k] : !V
    %at = arith.addf %a, %t : f32
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %at, %v : f32
    sa.accumulate add %av, %C[%i] : !C
    %u = sa.load %U[%k] : !V
    %au = arith.mulf %at, %u : f32
    sa.accumulate add %au, %D[%i] : !D
  }
}

// What a loop of the body reads, and an element that is the same everywhere.
// CHECK-LABEL: sa.func @rows
// CHECK-SAME:    "constant 'W': 3 of 4 values of 'i' are zero and are skipped (estimated 4.0 times less work)"
// CHECK-SAME:    "constant 'V': all that is read of it is zero, and the nest that reads it is left out"
// CHECK:         sa.nest (%{{.*}}) to (1)
// CHECK-NOT:     sa.nest
sa.func @rows(%C: !C) {
  %W = sa.const "W" dense<[[0., 0., 0., 0.], [0., 0., 0., 0.], [1., 1., 1., 1.], [0., 0., 0., 0.]]> : tensor<4x4xf32> as !W
  %V = sa.const "V" dense<[0., 0., 0., 0., 5., 0., 0., 0., 0.]> : tensor<9xf32> as !V
  sa.nest (%i) to (4) {
    affine.for %k = 0 to 4 {
      %w = sa.load %W[%i, %k] : !W
      sa.accumulate add %w, %C[%i] : !C
    }
  }
  sa.nest (%i) to (4) {
    %five = arith.constant 5 : index
    %v = sa.load %V[%five] : !V
    sa.accumulate add %v, %C[%i] : !C
  }
}

// One of two places is outside of what can be known; the other one may not be
// skipped alone.
// CHECK-LABEL: sa.func @unknown
// CHECK:         sa.nest (%i) to (4) {
sa.func @unknown(%C: !C, %n: index) {
  %V = sa.const "V" dense<[0., 0., 0., 0., 5., 0., 0., 0., 0.]> : tensor<9xf32> as !V
  sa.nest (%i) to (4) {
    %v = sa.load %V[%i] : !V
    sa.accumulate add %v, %C[%i] : !C
    %w = sa.load %V[%n] : !V
    sa.accumulate add %w, %C[%i] : !C
  }
}
