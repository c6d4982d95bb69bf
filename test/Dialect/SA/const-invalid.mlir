// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules of constant arrays.

// C1: the role.
sa.func @role() {
  // expected-error @+1 {{'sa.const' op makes an array of role 'const', not 'temp'}}
  %W = sa.const "W" dense<1.0> : tensor<4xf32> as !sa.array<4xf32, temp>
}

// -----

// C2: the shape of the elements.
sa.func @shape() {
  // expected-error @+1 {{'sa.const' op has elements of the type 'tensor<4xf32>', which does not fit '!sa.array<2x2xf32, const>'}}
  %W = sa.const "W" dense<1.0> : tensor<4xf32> as !sa.array<2x2xf32, const>
}

// -----

// C2: the type of the elements, with its sign.
sa.func @sign() {
  // expected-error @+1 {{'sa.const' op has elements of the type 'tensor<4xi8>', which does not fit '!sa.array<4xui8, const>'}}
  %W = sa.const "W" dense<1> : tensor<4xi8> as !sa.array<4xui8, const>
}

// -----

// C2: a constant has no run-time sizes.
sa.func @open(%A: !sa.array<?xf32, input, sizes = [M]>) {
  // expected-error @+1 {{'sa.const' op has elements of the type 'tensor<4xf32>', which does not fit '!sa.array<?xf32, const, sizes = [M]>'}}
  %W = sa.const "W" dense<1.0> : tensor<4xf32> as !sa.array<?xf32, const, sizes = [M]>
}

// -----

// expected-error @+1 {{'sa.const' op expects parent op 'sa.func'}}
%W = sa.const "W" dense<1.0> : tensor<4xf32> as !sa.array<4xf32, const>

// -----

// C2: complex numbers are not their parts.
sa.func @parts() {
  // expected-error @+1 {{'sa.const' op has elements of the type 'tensor<4xf32>', which does not fit '!sa.array<2xcomplex<f32>, const>'}}
  %W = sa.const "W" dense<1.0> : tensor<4xf32> as !sa.array<2xcomplex<f32>, const>
}
