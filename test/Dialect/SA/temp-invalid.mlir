// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules of temporaries.

// C1: the role.
sa.func @role() {
  // expected-error @+1 {{'sa.temp' op makes an array of role 'temp', not 'inout'}}
  %T = sa.temp "T" : !sa.array<4xf32, inout>
}

// -----

// C2: a run-time size is one of an argument's.
sa.func @unknown_size(%A: !sa.array<?xf32, input, sizes = [M]>) {
  // expected-error @+1 {{'sa.temp' op has a run-time size in dimension 1 that no argument of the function has: name it with 'sizes'}}
  %T = sa.temp "T" : !sa.array<?x?xf32, temp, sizes = [M, N]>
}

// -----

// C2: without a name it could be any size.
sa.func @unnamed_size(%A: !sa.array<?xf32, input, sizes = [M]>) {
  // expected-error @+1 {{'sa.temp' op has a run-time size in dimension 0 that no argument of the function has: name it with 'sizes'}}
  %T = sa.temp "T" : !sa.array<?xf32, temp>
}

// -----

// C2: the name of a scalar is not the name of a size.
sa.func @scalar(%N: index) {
  // expected-error @+1 {{'sa.temp' op has a run-time size in dimension 0 that no argument of the function has: name it with 'sizes'}}
  %T = sa.temp "T" : !sa.array<?xf32, temp, sizes = [N]>
}

// -----

// expected-error @+1 {{'sa.temp' op expects parent op 'sa.func'}}
%T = sa.temp "T" : !sa.array<4xf32, temp>
