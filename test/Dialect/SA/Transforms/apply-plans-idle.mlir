// RUN: saopt %s --sa-apply-plans=skip-zeros | FileCheck %s
// RUN: saopt %s --sa-apply-plans | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: sa.idle

// The loops of a plan that do nothing where a constant is zero.

!V = !sa.array<64xf32, const>
!A = !sa.array<32x64xf32, input>
!C = !sa.array<32xf32, inout>

// A block of the constant in each iteration of a split loop.
// CHECK-DAG: #[[$BLOCK:.*]] = affine_map<(d0) -> (d0 floordiv 16)>
// CHECK-LABEL: sa.func @split
// CHECK-SAME:    "constant 'V': 3 of 4 blocks of 16 are zero and are skipped in the loop 'k' (estimated 3.8 times less work)"
// CHECK:         %[[TABLE:.*]] = sa.const "V_blocks" dense<[0, 0, 1, 0]> : tensor<4xui8>
// CHECK:         affine.for %[[K:.*]] = 0 to 64 step 16 {
// CHECK-NEXT:      %[[NUMBER:.*]] = affine.apply #[[$BLOCK]](%[[K]])
// CHECK-NEXT:      sa.idle %[[TABLE]][%[[NUMBER]]] in "k"
// CHECK-NEXT:      affine.for
sa.func @split(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.]> : tensor<64xf32> as !V
  sa.nest "n" (%i, %k) to (32, 64) {
    %a = sa.load %A[%i, %k] : !A
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
    %kk = sa.split %k by 16 as "kk"
    sa.reorder %k, %i, %kk
  }
}

// Innermost loops ask nothing.
// CHECK-LABEL: sa.func @innermost
// CHECK-SAME:    "constant 'U': 3 of 4 elements are zero and are not skipped, because that would not pay"
// CHECK-NOT:     sa.idle
// CHECK:       }
sa.func @innermost(%C: !C) {
  %U = sa.const "U" dense<[1., 0., 0., 0.]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest "n" (%i, %k) to (32, 4) {
    %u = sa.load %U[%k] : !sa.array<4xf32, const>
    sa.accumulate add %u, %C[%i] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
  }
}

// Where all is zero, nothing is done.
// CHECK-LABEL: sa.func @zero
// CHECK-SAME:    "constant 'V': 1 of 1 blocks of 64 are zero and are skipped in the loop 'i' (estimated 8.0 times less work)"
// CHECK:         %[[TABLE:.*]] = sa.const "V_blocks" dense<0> : tensor<ui8>
// CHECK:         affine.for
// CHECK-NEXT:      sa.idle %[[TABLE]][] in "i"
sa.func @zero(%A: !A, %C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<64xf32> as !V
  sa.nest "n" (%i, %k) to (32, 64) {
    %a = sa.load %A[%i, %k] : !A
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
  }
}

// Loops that launch kernels do not ask, either.
// CHECK-LABEL: sa.func @host
// CHECK-SAME:    not skipped, because no loop of the plan can leave them out: it would have to be inside of those that run in parallel, around others, and of this nest alone"
// CHECK-NOT:     sa.idle
sa.func @host(%A: !A, %C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<64xf32> as !V
  sa.nest "n" (%i, %k) to (32, 64) {
    %a = sa.load %A[%i, %k] : !A
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
    sa.reorder %k, %i
    sa.parallelize %i
  }
}
