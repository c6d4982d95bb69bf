// RUN: saopt %s --sa-expand-complex --split-input-file --verify-diagnostics

// What has no formula is refused, not left behind.

func.func @function(%a: f32) -> f32 {
  %z = complex.create %a, %a : complex<f32>
  // expected-error @+1 {{failed to legalize operation 'complex.exp'}}
  %e = complex.exp %z : complex<f32>
  %re = complex.re %e : complex<f32>
  return %re : f32
}

// -----

func.func @argument(%z: complex<f32>) -> f32 {
  // expected-error @+1 {{failed to legalize unresolved materialization from ('complex<f32>') to ('f32', 'f32')}}
  %re = complex.re %z : complex<f32>
  // expected-note @+1 {{see existing live user here}}
  return %re : f32
}
