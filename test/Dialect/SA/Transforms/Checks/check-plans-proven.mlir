// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans))' | FileCheck %s
// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans{strict=true}))' | FileCheck %s

// The steps of a plan with `sa.proven` are not asked about; the attribute goes.

// CHECK-LABEL: sa.func @proven
// CHECK:       sa.plan {
// CHECK:         sa.parallelize
// CHECK-NEXT:  }
// CHECK-NOT:   sa.proven
sa.func @proven(%A: !sa.array<8xf32, inout>) {
  sa.nest "n" (%i) to (7) {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    sa.store %a, %A[%next] : !sa.array<8xf32, inout>
  }
  sa.plan {
    %i = sa.loops "n"
    sa.parallelize %i
  } {sa.proven}
}
