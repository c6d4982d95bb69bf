// RUN: saopt %s --sa-choose-plans | FileCheck %s
// RUN: saopt %s --sa-choose-plans=strict=true | FileCheck %s --check-prefix=STRICT

// A sum in vectors has another order: a strict program keeps its nest.
// CHECK: sa.vectorize
// STRICT: no plan: it would change a result
// STRICT-NOT: sa.plan
sa.func @total(%A: !sa.array<65536xf32, input>, %S: !sa.array<f32, inout>) {
  sa.nest (%i) to (65536) {
    %a = sa.load %A[%i] : !sa.array<65536xf32, input>
    sa.accumulate add %a, %S[] : !sa.array<f32, inout>
  }
}
