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

// C3: copies are small and plain.
sa.func @private_run_time_size(%A: !sa.array<?xf32, input, sizes = [M]>) {
  // expected-error @+1 {{'sa.temp' op is private, and can only have a static shape and the row-major layout}}
  %T = sa.temp "T" private(1) : !sa.array<?xf32, temp, sizes = [M]>
}

// -----

// C3
sa.func @private_layout() {
  // expected-error @+1 {{'sa.temp' op is private, and can only have a static shape and the row-major layout}}
  %T = sa.temp "T" private(1) : !sa.array<4x4xf32, temp, #sa.strided<[1, 4]>>
}

// -----

// C4: one nest.
sa.func @private_to_two(%x: f32) {
  // expected-error @+1 {{'sa.temp' op is private, but two nests use it}}
  %T = sa.temp "T" private(1) : !sa.array<4xf32, temp>
  sa.nest (%i) to (4) {
    sa.store %x, %T[%i] : !sa.array<4xf32, temp>
  }
  sa.nest (%i) to (4) {
    sa.store %x, %T[%i] : !sa.array<4xf32, temp>
  }
}

// -----

// C4: with enough indices.
sa.func @private_to_too_many(%x: f32) {
  // expected-error @+1 {{'sa.temp' op is private to the points of the first 2 indices of a nest that has 1}}
  %T = sa.temp "T" private(2) : !sa.array<4xf32, temp>
  sa.nest (%i) to (4) {
    sa.store %x, %T[%i] : !sa.array<4xf32, temp>
  }
}

// -----

// expected-error @+1 {{'sa.temp' op expects parent op 'sa.func'}}
%T = sa.temp "T" : !sa.array<4xf32, temp>
