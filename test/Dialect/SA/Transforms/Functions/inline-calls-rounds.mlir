// RUN: saopt %s --sa-inline-calls | FileCheck %s

// Calls in loops: a temporary of the callee is cleared in each round, unless
// the callee writes it first; names stay unique.

!in = !sa.array<4xf32, inout>
!temp = !sa.array<4xf32, temp>

sa.func @sums(%X: !in) attributes {sym_visibility = "private"} {
  %S = sa.temp "S" : !temp
  sa.nest (%i, %k) to (4, 4) {
    %x = sa.load %X[%k] : !in
    sa.accumulate add %x, %S[%i] : !temp
  }
  sa.loop (%t) to (2) {
    sa.nest (%i) to (4) {
      %s = sa.load %S[%i] : !temp
      sa.store %s, %X[%i] : !in
    }
  }
}

sa.func @copies(%X: !in) attributes {sym_visibility = "private"} {
  %C = sa.temp "C" : !temp
  sa.nest (%i) to (4) {
    %x = sa.load %X[%i] : !in
    sa.store %x, %C[%i] : !temp
  }
  sa.nest (%i) to (4) {
    %x = sa.load %C[%i] : !temp
    sa.accumulate add %x, %X[%i] : !in
  }
}

// CHECK-LABEL: sa.func @rounds
// CHECK:         sa.temp "S"
// CHECK:         sa.temp "C"
// CHECK:         sa.loop (%t) to (3) {
// CHECK:           sa.nest (%i0) to (4) {
// CHECK:             sa.store %{{.*}}, %S[%i0]
// CHECK:           sa.nest (%i, %k) to (4, 4)
// CHECK:           sa.loop (%t_1) to (2) {
// CHECK-NOT:       sa.nest (%i0)
sa.func @rounds(%A: !in) {
  sa.loop (%t) to (3) {
    sa.call @sums(%A) : !in
    sa.call @copies(%A) : !in
  }
}
