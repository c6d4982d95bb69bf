// RUN: saopt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(sa.func(sa-unroll-loops))'

// Loops in text have the limits of plans.

sa.func @many(%A: !sa.array<2xf32, inout>, %x: f32) {
  affine.for %p = 0 to 1 {
    // expected-error @+1 {{'affine.for' op cannot be unrolled: it has 4611686018427387904 iterations in each of 1 copies, and at most 1024 iterations and 4096 copies are written out}}
    affine.for %i = 0 to 4611686018427387904 {
      sa.store %x, %A[%p] : !sa.array<2xf32, inout>
    } {sa.index = "i", sa.execution = #sa.execution<unroll>}
  } {sa.index = "p"}
}

// -----

sa.func @together(%A: !sa.array<2xf32, inout>, %x: f32) {
  affine.for %p = 0 to 1 {
    affine.for %i = 0 to 100 {
      // expected-error @+1 {{'affine.for' op cannot be unrolled: it has 41 iterations in each of 100 copies}}
      affine.for %j = 0 to 41 {
        sa.store %x, %A[%p] : !sa.array<2xf32, inout>
      } {sa.index = "j", sa.execution = #sa.execution<unroll>}
    } {sa.index = "i", sa.execution = #sa.execution<unroll>}
  } {sa.index = "p"}
}
