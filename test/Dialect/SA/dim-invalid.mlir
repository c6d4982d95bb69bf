// RUN: saopt %s --split-input-file --verify-diagnostics

// C1 of sa.dim: the dimension is one of the array's.

sa.func @above(%A: !sa.array<4x4xf32, input>) {
  // expected-error @+1 {{'sa.dim' op asks for dimension 2 of an array that has 2}}
  %n = sa.dim %A, 2 : !sa.array<4x4xf32, input>
}

// -----

sa.func @below(%A: !sa.array<4x4xf32, input>) {
  // expected-error @+1 {{'sa.dim' op asks for dimension -1 of an array that has 2}}
  %n = sa.dim %A, -1 : !sa.array<4x4xf32, input>
}

// -----

sa.func @one_element(%A: !sa.array<f32, input>) {
  // expected-error @+1 {{'sa.dim' op asks for dimension 0 of an array that has 0}}
  %n = sa.dim %A, 0 : !sa.array<f32, input>
}

// -----

sa.func @no_array(%x: f32) {
  // expected-error @+1 {{'sa.dim' op operand #0 must be an array with a role, a shape, an element type and a layout, but got 'f32'}}
  %n = sa.dim %x, 0 : f32
}
