// RUN: saopt %s --sa-to-loops --split-input-file --verify-diagnostics
// RUN: saopt %s --sa-to-llvm --split-input-file --verify-diagnostics

// The pipelines begin with the rules that need to see a whole nest.

sa.func @leaves(%A: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (9) {
    // expected-error @+1 {{'sa.store' op accesses 'A' outside of its shape: the index of dimension 0 can be 8, and the size is 8 (at i = 8)}}
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  }
}

// -----

sa.func @not_affine(%A: !sa.array<64xf32, inout>, %x: f32) {
  sa.nest (%i, %j) to (8, 8) {
    %at = arith.muli %i, %j : index
    // expected-error @+1 {{'sa.store' op accesses 'A' with an index of dimension 0 that is not an affine function}}
    sa.store %x, %A[%at] : !sa.array<64xf32, inout>
  }
}
