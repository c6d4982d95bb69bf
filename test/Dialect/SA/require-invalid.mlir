// RUN: saopt %s --split-input-file --verify-diagnostics

// C1
sa.func @name(%A: !sa.array<?xf32, input>, %n: index) {
  // expected-error @+1 {{'sa.require' op names dimension 0 of 'B', which is not a run-time size of an argument}}
  sa.require %n at_least %n of "B" dimension 0
}

// -----

sa.func @dimension(%A: !sa.array<?xf32, input>, %n: index) {
  // expected-error @+1 {{'sa.require' op names dimension 1 of 'A', which is not a run-time size of an argument}}
  sa.require %n at_least %n of "A" dimension 1
}

// -----

sa.func @fixed(%A: !sa.array<4xf32, input>, %n: index) {
  // expected-error @+1 {{'sa.require' op names dimension 0 of 'A', which is not a run-time size of an argument}}
  sa.require %n at_least %n of "A" dimension 0
}

// -----

// Names that are made up must not meet others.
// expected-error @+1 {{'sa.func' op has two sizes or strides that are both named 'A_stride0'}}
sa.func @stride(%A: !sa.array<4xf32, input, #sa.any>, %B: !sa.array<?xf32, input, sizes = [A_stride0]>) {
}

// -----

// expected-error @+1 {{'sa.func' op has two sizes or strides that are both named 'A_size0'}}
sa.func @size(%A: !sa.array<?xf32, input>, %B: !sa.array<?xf32, input, sizes = [A_size0]>) {
}
