// RUN: saopt %s --split-input-file --verify-diagnostics

// C6: the set fits the indices and the symbols.
sa.func @dims() {
  // expected-error @+1 {{'sa.nest' op has 2 indices and 0 symbols, but a set of 1 dimension and 0 symbols}}
  sa.nest (%i, %j) to (4, 4) where affine_set<(i) : (i >= 0)> {
  }
}

// -----

sa.func @symbols() {
  // expected-error @+1 {{'sa.nest' op has 1 index and 0 symbols, but a set of 1 dimension and 1 symbol}}
  sa.nest (%i) to (4) where affine_set<(i)[n] : (n - i >= 0)> {
  }
}
