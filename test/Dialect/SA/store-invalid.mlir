// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules of stores. C1 and C2 are those of loads, under another name.

// C1: one index for each dimension.
sa.func @many_indices(%C: !sa.array<4xf32, inout>, %x: f32) {
  sa.nest (%i, %j) to (4, 4) {
    // expected-error @+1 {{'sa.store' op accesses 'C', which has 1 dimension, with 2 indices}}
    sa.store %x, %C[%i, %j] : !sa.array<4xf32, inout>
  }
}

// -----

// C2: a constant index lies inside the shape.
sa.func @above(%C: !sa.array<4xf32, inout>, %x: f32) {
  %four = arith.constant 4 : index
  sa.nest () to () {
    // expected-error @+1 {{'sa.store' op accesses 'C' at index 4 of dimension 0, which ends at 3}}
    sa.store %x, %C[%four] : !sa.array<4xf32, inout>
  }
}

// -----

// C3: an input is not written.
sa.func @input(%A: !sa.array<4xf32, input>, %x: f32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.store' op writes 'A', which has the role 'input' and is read-only: only 'inout', 'output' and 'temp' arrays are written}}
    sa.store %x, %A[%i] : !sa.array<4xf32, input>
  }
}

// -----

// C3: nor is a constant.
sa.func @constant(%x: f32) {
  %W = sa.const "W" dense<1.0> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.store' op writes 'W', which has the role 'const' and is read-only: only 'inout', 'output' and 'temp' arrays are written}}
    sa.store %x, %W[%i] : !sa.array<4xf32, const>
  }
}

// -----

// The value has the array's element type.
// expected-note @+1 {{prior use here}}
sa.func @type(%C: !sa.array<4xf32, inout>, %x: f64) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{use of value '%x' expects different type than prior uses: 'f32' vs 'f64'}}
    sa.store %x, %C[%i] : !sa.array<4xf32, inout>
  }
}

// -----

sa.func @generic_type(%C: !sa.array<f32, inout>, %x: f64) {
  sa.nest () to () {
    // expected-error @+1 {{'sa.store' op failed to verify that the value has the array's element type}}
    "sa.store"(%x, %C) : (f64, !sa.array<f32, inout>) -> ()
  }
}

// -----

sa.func @outside(%C: !sa.array<f32, inout>, %x: f32) {
  // expected-error @+1 {{'sa.store' op accesses 'C' outside of a nest}}
  sa.store %x, %C[] : !sa.array<f32, inout>
}
