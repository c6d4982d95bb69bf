// RUN: saopt %s --sa-parallelize --split-input-file --verify-diagnostics

// What a nest calls parallel must be.
sa.func @sum(%A: !sa.array<8xf32, input>, %s: !sa.array<f32, inout>) {
  // expected-error @+1 {{'sa.nest' op cannot run index 'i' in parallel: points that differ in it access the same element of 's', and one of them writes it}}
  sa.nest (%i) to (8) parallel("i") {
    %a = sa.load %A[%i] : !sa.array<8xf32, input>
    // expected-note @+2 {{one access}}
    // expected-note @+1 {{the other access}}
    sa.accumulate add %a, %s[] : !sa.array<f32, inout>
  }
}

// -----

// A Toeplitz matrix keeps a diagonal in one place.
!T = !sa.array<4x4xf32, inout, #sa.toeplitz>
sa.func @toeplitz(%T: !T, %x: f32) {
  // expected-error @+1 {{'sa.nest' op cannot run index 'i' in parallel: points that differ in it access the same element of 'T'}}
  sa.nest (%i, %j) to (4, 4) parallel("i") {
    // expected-note @+2 {{one access}}
    // expected-note @+1 {{the other access}}
    sa.store %x, %T[%i, %j] : !T
  }
}

// -----

// One row of it may be written in parallel, and all of it be read.
!T = !sa.array<4x4xf32, inout, #sa.toeplitz>
!B = !sa.array<4x4xf32, inout>
sa.func @row(%T: !T, %B: !B, %x: f32) {
  %zero = arith.constant 0 : index
  sa.nest (%j) to (4) parallel("j") {
    sa.store %x, %T[%zero, %j] : !T
  }
  sa.nest (%i, %j) to (4, 4) parallel("i", "j") {
    %t = sa.load %T[%i, %j] : !T
    sa.store %t, %B[%i, %j] : !B
  }
}
