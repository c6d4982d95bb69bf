// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans,sa-peel-loops,sa-unroll-loops))' \
// RUN:   --sa-statistics -o /dev/null 2>&1 | FileCheck %s
// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans,sa-peel-loops,sa-unroll-loops))' \
// RUN:   --debug-only=sa-peel-loops,sa-unroll-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEBUG
// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans,sa-peel-loops))' \
// RUN:   -o /dev/null 2>&1 | count 0

// How often passes rewrote something, and what they decided.

// CHECK-DAG: 1 sa-peel-loops {{.*}}Loops peeled
// CHECK-DAG: 2 sa-unroll-loops {{.*}}Loops unrolled

// DEBUG: [sa-peel-loops
// DEBUG-SAME: peel 'i' at 48
// DEBUG: [sa-unroll-loops
// DEBUG-SAME: unroll 'ii' {{8|2}} times

sa.func @edge(%A: !sa.array<50xf32, input>, %B: !sa.array<50xf32, inout>) {
  sa.nest "copy" (%i) to (50) {
    %a = sa.load %A[%i] : !sa.array<50xf32, input>
    sa.store %a, %B[%i] : !sa.array<50xf32, inout>
  }
  sa.plan {
    %i = sa.loops "copy"
    %ii = sa.split %i by 8 as "ii"
    sa.unroll %ii
  }
}
