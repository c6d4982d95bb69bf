// RUN: saopt %s --sa-check-accesses --split-input-file --verify-diagnostics

// Segments lie in the range of their index, and every point has one.

!starts = !sa.array<3xui16, const>
!C = !sa.array<2x5xf32, inout>

sa.func @too_far(%C: !C, %x: f32) {
  %starts = sa.const "starts" dense<[0, 2, 6]> : tensor<3xui16> as !starts
  // expected-error @+1 {{has segments that leave the range of 'q': their starts must grow, from 0 at the least to 5 at the most}}
  sa.nest (%i, %q) to (2, 5) parallel("i")
      segments("q" of %starts at (i, q) -> (i) : !starts) {
    sa.store %x, %C[%i, %q] : !C
  }
}

// -----

!starts = !sa.array<3xi8, const>
!C = !sa.array<2x5xf32, inout>

sa.func @below_zero(%C: !C, %x: f32) {
  %starts = sa.const "starts" dense<[-1, 2, 5]> : tensor<3xi8> as !starts
  // expected-error @+1 {{has segments that leave the range of 'q'}}
  sa.nest (%i, %q) to (2, 5) parallel("i")
      segments("q" of %starts at (i, q) -> (i) : !starts) {
    sa.store %x, %C[%i, %q] : !C
  }
}

// -----

!starts = !sa.array<3xui16, const>
!C = !sa.array<2x5xf32, inout>

sa.func @backwards(%C: !C, %x: f32) {
  %starts = sa.const "starts" dense<[0, 5, 2]> : tensor<3xui16> as !starts
  // expected-error @+1 {{has segments that leave the range of 'q'}}
  sa.nest (%i, %q) to (2, 5) parallel("i")
      segments("q" of %starts at (i, q) -> (i) : !starts) {
    sa.store %x, %C[%i, %q] : !C
  }
}

// -----

!starts = !sa.array<3xui16, const>
!C = !sa.array<2x5xf32, inout>

sa.func @no_such_segment(%C: !C, %x: f32) {
  %starts = sa.const "starts" dense<[0, 2, 5]> : tensor<3xui16> as !starts
  // expected-error @+1 {{has 2 segments, and chooses number 2}}
  sa.nest (%i, %q) to (2, 5) parallel("i")
      segments("q" of %starts at (i, q) -> (i + 1) : !starts) {
    sa.store %x, %C[%i, %q] : !C
  }
}

// -----

!starts = !sa.array<3xui16, const>
!C = !sa.array<2x5xf32, inout>

sa.func @without_starts(%C: !C, %x: f32) {
  %starts = sa.const "starts" dense_resource<elsewhere> : tensor<3xui16> as !starts
  // expected-error @+1 {{has segments whose starts are not at hand}}
  sa.nest (%i, %q) to (2, 5) parallel("i")
      segments("q" of %starts at (i, q) -> (i) : !starts) {
    sa.store %x, %C[%i, %q] : !C
  }
}
