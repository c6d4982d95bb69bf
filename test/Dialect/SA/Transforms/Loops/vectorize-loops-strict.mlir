// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-vectorize-loops{strict=true}))' | FileCheck %s

// The lanes are added one after the other, in the order of the loop.

// CHECK-LABEL: sa.func @sum
// CHECK: %[[A:.*]] = sa.vector_load %A
// CHECK: %[[A0:.*]] = vector.extract %[[A]][0]
// CHECK: sa.accumulate add %[[A0]], %S
// CHECK: %[[A1:.*]] = vector.extract %[[A]][1]
// CHECK: sa.accumulate add %[[A1]], %S
sa.func @sum(%A: !sa.array<2xf32, input>, %S: !sa.array<1xf32, inout>) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 2 {
      %a = sa.load %A[%j] : !sa.array<2xf32, input>
      sa.accumulate add %a, %S[%i] : !sa.array<1xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}
