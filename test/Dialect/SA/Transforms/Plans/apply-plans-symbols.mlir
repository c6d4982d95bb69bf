// RUN: saopt %s --sa-apply-plans | FileCheck %s

// The indices of a nest may be symbols in its body. As indices of loops they
// are dimensions; run-time sizes stay symbols.

// CHECK: #[[$INDEX:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK: #[[$BOUND:.*]] = affine_map<(d0)[s0] -> (d0, s0)>
// CHECK: #[[$SET:.*]] = affine_set<(d0, d1)[s0] : (d0 - d1 + s0 >= 0)>

// CHECK-LABEL: sa.func @body
// CHECK:         affine.for %[[I:.*]] = 0 to 7 {
// CHECK:           affine.for %[[J:.*]] = 0 to 8 {
// CHECK:             affine.if #[[$SET]](%[[I]], %[[J]])[%n] {
// CHECK:               affine.apply #[[$INDEX]](%[[I]])
// CHECK:             affine.for %[[K:.*]] = 0 to min #[[$BOUND]](%[[I]])[%n] {
sa.func @body(%A: !sa.array<8x8xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (7, 8) {
    %one = arith.constant 1.0 : f32
    affine.if affine_set<()[i, j, n] : (i - j + n >= 0)>()[%i, %j, %n] {
      %next = affine.apply affine_map<()[i] -> (i + 1)>()[%i]
      sa.store %one, %A[%next, %j] : !sa.array<8x8xf32, inout>
    }
    affine.for %k = 0 to min affine_map<()[i, n] -> (i, n)>()[%i, %n] {
      sa.store %one, %A[%k, %j] : !sa.array<8x8xf32, inout>
    } {sa.index = "k"}
  }
  sa.plan {
    %i, %j = sa.loops "n"
  }
}
