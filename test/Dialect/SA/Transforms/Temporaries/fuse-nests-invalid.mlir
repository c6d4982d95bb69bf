// RUN: saopt %s --sa-fuse-nests --verify-diagnostics

sa.func @not_affine(%A: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (2) {
    %square = arith.muli %i, %i : index
    // expected-error@+1 {{accesses 'A' with an index of dimension 0 that is not an affine function}}
    sa.store %x, %A[%square] : !sa.array<8xf32, inout>
  }
}
