// RUN: saopt %s --sa-skip-zeros | FileCheck %s
// RUN: saopt %s --sa-to-loops | FileCheck %s --check-prefix=LOOPS

// A plan decides which loops there are. Those that it only orders or runs in
// parallel get shorter; all that is asked of them is in constraints.

!V = !sa.array<8xf32, const>
!C = !sa.array<8xf32, inout>
!D = !sa.array<4x8xf32, inout>

// CHECK-DAG: #[[$MIDDLE:.*]] = affine_set<(d0) : (d0 - 2 >= 0, -d0 + 5 >= 0)>
// CHECK-DAG: #[[$START:.*]] = affine_set<(d0, d1) : (d0 - d1 + 7 >= 0, -d1 + 3 >= 0)>

// CHECK-LABEL: sa.func @parallel
// CHECK-SAME:    "constant 'V': the first 2 and the last 2 of 8 elements are zero and are skipped (estimated 2.0 times less work)"
// CHECK:         sa.const "V" dense<{{.*}}> : tensor<8xf32>
// CHECK:         sa.nest "n" (%i) to (8) where #[[$MIDDLE]] {
// LOOPS-LABEL: func.func @parallel
// LOOPS:         %[[FOUR:.*]] = arith.constant 4
// LOOPS:         scf.parallel {{.*}} to (%[[FOUR]])
sa.func @parallel(%C: !C) {
  %V = sa.const "V" dense<[0.0, 0.0, 1.0, 0.0, 2.0, 3.0, 0.0, 0.0]> : tensor<8xf32> as !V
  sa.nest "n" (%i) to (8) {
    %v = sa.load %V[%i] : !V
    sa.accumulate add %v, %C[%i] : !C
  }
  sa.plan {
    %i = sa.loops "n"
    sa.parallelize %i
  }
}

// Beside a loop that is split and unrolled; constraints that there are stay.
// CHECK-LABEL: sa.func @reordered
// CHECK-SAME:    "constant 'V': the first 0 and the last 4 of 8 elements are zero and are skipped (estimated 2.0 times less work)"
// CHECK:         sa.nest "n" (%i, %j) to (4, 8) where #[[$START]] {
sa.func @reordered(%D: !D) {
  %V = sa.const "V" dense<[1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32> as !V
  sa.nest "n" (%i, %j) to (4, 8) where affine_set<(i, j) : (i - j + 7 >= 0)> {
    %v = sa.load %V[%j] : !V
    sa.accumulate add %v, %D[%i, %j] : !D
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 2 as "ii"
    sa.reorder %j, %i, %ii
    sa.unroll %ii
  }
}

// Pieces stay whole; what is left out of them is for `sa-apply-plans` to say.
// CHECK-LABEL: sa.func @split
// CHECK-NOT:     zero
// CHECK:         sa.nest "n" (%i) to (8) {
sa.func @split(%C: !C) {
  %V = sa.const "V" dense<[1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32> as !V
  sa.nest "n" (%i) to (8) {
    %v = sa.load %V[%i] : !V
    sa.accumulate add %v, %C[%i] : !C
  }
  sa.plan {
    %i = sa.loops "n"
    %ii = sa.split %i by 2 as "ii"
  }
}

// So does what is copied.
// CHECK-LABEL: sa.func @cached
// CHECK-NOT:     zero
// CHECK:         sa.nest "n" (%i, %j) to (4, 8) {
sa.func @cached(%D: !D) {
  %V = sa.const "V" dense<[1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32> as !V
  sa.nest "n" (%i, %j) to (4, 8) {
    %v = sa.load %V[%j] : !V
    sa.accumulate add %v, %D[%i, %j] : !D
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %cache = sa.cache %D as "cache" at %j : !D
  }
}

// Nothing is left out where all is zero, or too little at the ends.
// CHECK-LABEL: sa.func @ends
// CHECK-NOT:     zero
// CHECK:         sa.nest "n" (%i) to (8) {
// CHECK:         sa.nest "m" (%i) to (8) {
sa.func @ends(%C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<8xf32> as !V
  %U = sa.const "U" dense<[0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<8xf32> as !V
  sa.nest "n" (%i) to (8) {
    %v = sa.load %V[%i] : !V
    sa.accumulate add %v, %C[%i] : !C
  }
  sa.plan {
    %i = sa.loops "n"
  }
  sa.nest "m" (%i) to (8) {
    %u = sa.load %U[%i] : !V
    sa.accumulate add %u, %C[%i] : !C
  }
  sa.plan {
    %i = sa.loops "m"
  }
}
