// RUN: saopt %s --sa-elide-temporaries --verify-diagnostics

sa.func @not_affine(%x: f32) {
  %T = sa.temp "T" : !sa.array<8xf32, temp>
  sa.nest (%i) to (2) {
    %square = arith.muli %i, %i : index
    // expected-error@+1 {{accesses 'T' with an index of dimension 0 that is not an affine function}}
    sa.store %x, %T[%square] : !sa.array<8xf32, temp>
  }
}
