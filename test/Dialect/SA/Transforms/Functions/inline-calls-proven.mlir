// RUN: saopt %s --sa-inline-calls | FileCheck %s

// What was proven about the callee's arrays is asked again about those that are
// passed.

sa.func @copy(%A: !sa.array<8xf32, input>, %B: !sa.array<8xf32, inout>) attributes {sym_visibility = "private"} {
  sa.nest "n" (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, input>
    sa.store %a, %B[%i] : !sa.array<8xf32, inout>
  }
  sa.plan {
    %i = sa.loops "n"
    sa.parallelize %i
  } {sa.proven}
}

// CHECK-LABEL: sa.func @caller
// CHECK:       sa.plan {
// CHECK-NOT:   sa.proven
sa.func @caller(%A: !sa.array<8xf32, input>, %B: !sa.array<8xf32, inout>) {
  sa.call @copy(%A, %B) : !sa.array<8xf32, input>, !sa.array<8xf32, inout>
}
