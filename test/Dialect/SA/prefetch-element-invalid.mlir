// RUN: saopt %s --verify-diagnostics

sa.func @one_index(%A: !sa.array<4x4xf32, input>) {
  affine.for %i = 0 to 4 {
    // expected-error @+1 {{'sa.prefetch_element' op has 1 index, but 'A' has 2 dimensions}}
    sa.prefetch_element %A[%i] : !sa.array<4x4xf32, input>
  }
}
