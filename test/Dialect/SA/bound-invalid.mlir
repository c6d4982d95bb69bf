// RUN: saopt %s --split-input-file --verify-diagnostics --sa-check-accesses

// What a view promises is proven, or refused.

sa.func @view(%A: !sa.array<?xf32, input, sizes = [N]>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, input, sizes = [N]>
  %two = arith.constant 2 : index
  sa.nest (%i) to (%n) {
    sa.bound %i to %n "dimension 0 of view 'W'"
    // expected-error-re @+1 {{'sa.bound' op is not kept: the subscript of dimension 0 of view 'V' can be {{[2-9]+}}, and the size is 2 (at i = {{[0-9]+}}, N = {{[0-9]+}})}}
    sa.bound %i to %two "dimension 0 of view 'V'"
  }
}

// -----

// A promise about something that is no affine function.
sa.func @unknown(%n: index) {
  sa.nest (%i, %j) to (4, 4) {
    %square = arith.muli %i, %j : index
    // expected-error @+1 {{'sa.bound' op has a subscript of dimension 0 of view 'V' that is not an affine function of the nest's indices and the sizes}}
    sa.bound %square to %n "dimension 0 of view 'V'"
  }
}

// -----

// A subscript below zero.
sa.func @below(%A: !sa.array<8xf32, input>) {
  %eight = arith.constant 8 : index
  sa.nest (%i) to (8) {
    %at = affine.apply affine_map<(i) -> (i - 1)>(%i)
    // expected-error @+1 {{'sa.bound' op is not kept: the subscript of dimension 0 of view 'V' can be -1, and the size is 8 (at i = 0)}}
    sa.bound %at to %eight "dimension 0 of view 'V'"
  }
}

// -----

// A size that is no affine function.
sa.func @size(%n: index) {
  %square = arith.muli %n, %n : index
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.bound' op has a subscript of dimension 0 of view 'V' that is not an affine function of the nest's indices and the sizes}}
    sa.bound %i to %square "dimension 0 of view 'V'"
  }
}

// -----

sa.func @outside(%n: index) {
  // expected-error @+1 {{'sa.bound' op stands outside of a nest}}
  sa.bound %n to %n "dimension 0 of view 'V'"
}

// -----

sa.func @no_text(%n: index) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{expected attribute value}}
    sa.bound %i to %n
  }
}

// -----

// expected-note @+1 {{prior use here}}
sa.func @no_index(%x: i64, %n: index) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{use of value '%x' expects different type than prior uses: 'index' vs 'i64'}}
    sa.bound %x to %n "dimension 0 of view 'V'"
  }
}
