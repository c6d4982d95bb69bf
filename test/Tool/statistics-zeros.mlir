// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-skip-zeros,sa-check-plans,sa-apply-plans,sa-mark-idle,sa-skip-idle))' \
// RUN:   --sa-statistics -o /dev/null 2>&1 | FileCheck %s

// How many zeros passes skip.

// CHECK-DAG: 1 sa-skip-zeros {{.*}}Nests that skip zeros
// CHECK-DAG: 3 sa-skip-zeros {{.*}}Zero elements of constants skipped
// CHECK-DAG: 1 sa-mark-idle {{.*}}Loops marked
// CHECK-DAG: 4 sa-skip-idle {{.*}}Idle iterations in the tables of marked loops
// CHECK-DAG: 1 sa-check-plans {{.*}}Plans proven

!A = !sa.array<32x64xf32, input>
!C = !sa.array<32xf32, inout>

sa.func @planned(%A: !A, %C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<64xf32> as !sa.array<64xf32, const>
  sa.nest "n" (%i, %k) to (32, 64) {
    %a = sa.load %A[%i, %k] : !A
    %v = sa.load %V[%k] : !sa.array<64xf32, const>
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
    %kk = sa.split %k by 16 as "kk"
    sa.reorder %k, %i, %kk
  }
}

sa.func @unplanned(%A: !sa.array<32x4xf32, input>, %C: !C) {
  %W = sa.const "W" dense<[0.0, 2.0, 0.0, 0.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i, %k) to (32, 4) {
    %a = sa.load %A[%i, %k] : !sa.array<32x4xf32, input>
    %w = sa.load %W[%k] : !sa.array<4xf32, const>
    %aw = arith.mulf %a, %w : f32
    sa.accumulate add %aw, %C[%i] : !C
  }
}
