// RUN: saopt %s --sa-check-accesses --split-input-file --verify-diagnostics

// Elements outside of a domain do not exist.

!L = !sa.array<4x4xf32, inout, #sa.lower_triangular>

sa.func @inside(%L: !L, %x: f32) {
  sa.nest (%i, %j) to (4, 4) where affine_set<(i, j) : (i - j >= 0)> {
    sa.store %x, %L[%i, %j] : !L
  }
}

// The nest's own space may exclude the rest, too.
sa.func @diagonal(%L: !L, %x: f32) {
  sa.nest (%i) to (4) {
    sa.store %x, %L[%i, %i] : !L
  }
}

// -----

!L = !sa.array<4x4xf32, inout, #sa.lower_triangular>
sa.func @written(%L: !L, %x: f32) {
  sa.nest (%i, %j) to (4, 4) {
    // expected-error-re @+1 {{'sa.store' op accesses 'L' at ({{[0-3]}}, {{[0-3]}}), which is outside of its layout #sa.lower_triangular (at i = {{[0-3]}}, j = {{[0-3]}}): constrain the nest to points inside}}
    sa.store %x, %L[%i, %j] : !L
  }
}

// -----

!B = !sa.array<4x4xf32, input, #sa.banded<1, 0>>
sa.func @read(%B: !B) {
  sa.nest (%i, %j) to (4, 4) where affine_set<(i, j) : (i - j >= 0)> {
    // expected-error-re @+1 {{'sa.load' op accesses 'B' at ({{[0-3]}}, {{[0-3]}}), which is outside of its layout #sa.banded<1, 0>}}
    %b = sa.load %B[%i, %j] : !B
  }
}

// -----

!C = !sa.array<4x4xf32, input, domain = affine_map<(i, j) -> (i + j - 3)>>
sa.func @domain(%C: !C) {
  sa.nest (%i, %j) to (4, 4) {
    // expected-error-re @+1 {{which is outside of its domain (at i = {{[0-3]}}, j = {{[0-3]}})}}
    %c = sa.load %C[%i, %j] : !C
  }
}

// -----

// A space that is no affine function.
sa.func @product(%n: index) {
  %square = arith.muli %n, %n : index
  // expected-error @+1 {{'sa.nest' op is constrained by a value that is not an affine function of the arrays' sizes}}
  sa.nest (%i) to (4) where affine_set<(i)[n] : (n - i >= 0)>[%square] {
  }
}

// -----

sa.func @wide(%n: index) {
  // expected-error @+1 {{'sa.nest' op is constrained by an expression that may not fit 64 bits}}
  sa.nest (%i) to (4) where affine_set<(i)[n] : (n * 4 - i >= 0)>[%n] {
  }
}

// -----

sa.func @not_affine(%n: index) {
  // expected-error @+1 {{'sa.nest' op is constrained by an expression that is not affine}}
  sa.nest (%i) to (4) where affine_set<(i)[n] : (i * n - 20 >= 0)>[%n] {
  }
}
