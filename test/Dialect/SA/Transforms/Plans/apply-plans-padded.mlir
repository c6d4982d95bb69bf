// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans))' | FileCheck %s

// A skewed loop starts where the padding of the other one is over, and does not
// run through all of it.

// CHECK-LABEL: sa.func @skewed
// CHECK:         affine.for %[[I:.*]] = 4294967297 to 4294967318 {
// CHECK-NEXT:      affine.for %[[J:.*]] = max #{{.*}}(%[[I]]) to min #{{.*}}(%[[I]]) {
sa.func @skewed(%A: !sa.array<10x12xf32, input>, %B: !sa.array<10x12xf32, inout>) {
  sa.nest "copy" (%i, %j) to (10, 12) {
    %a = sa.load %A[%i, %j] : !sa.array<10x12xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<10x12xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "copy"
    sa.pad %j by 4294967297
    sa.skew %i with %j
  }
}
