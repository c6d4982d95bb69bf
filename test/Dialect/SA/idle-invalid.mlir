// RUN: saopt %s --split-input-file --verify-diagnostics

sa.func @one_index() {
  %T = sa.const "T" dense<1> : tensor<4x4xui8> as !sa.array<4x4xui8, const>
  affine.for %i = 0 to 4 {
    // expected-error @+1 {{'sa.idle' op has 1 index, but 'T' has 2 dimensions}}
    sa.idle %T[%i] in "i" : !sa.array<4x4xui8, const>
  } {sa.index = "i"}
}

// -----

sa.func @input(%A: !sa.array<4xui8, input>) {
  affine.for %i = 0 to 4 {
    // expected-error @+1 {{'sa.idle' op reads 'A', which is not a constant}}
    sa.idle %A[%i] in "i" : !sa.array<4xui8, input>
  } {sa.index = "i"}
}
