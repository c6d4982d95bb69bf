// RUN: saopt %s --sa-parallelize --split-input-file --verify-diagnostics

// The analysis needs affine accesses, and says where there is none.

sa.func @product(%A: !sa.array<64xf32, inout>, %x: f32) {
  sa.nest (%i, %j) to (8, 8) {
    %at = arith.muli %i, %j : index
    // expected-error @+1 {{'sa.store' op accesses 'A' with an index of dimension 0 that is not an affine function of the nest's indices and the sizes}}
    sa.store %x, %A[%at] : !sa.array<64xf32, inout>
  }
}

// -----

sa.func @size(%n: i64) {
  %size = arith.index_cast %n : i64 to index
  // expected-error @+1 {{'sa.nest' op runs index 'i' to a size that is not an affine function of the arrays' sizes}}
  sa.nest (%i) to (%size) {
  }
}
