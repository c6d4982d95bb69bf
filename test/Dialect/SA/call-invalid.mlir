// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules of calls.

sa.func @unknown() {
  // expected-error @+1 {{'sa.call' op calls 'nobody', which is not a function of the module}}
  sa.call @nobody()
}

// -----

sa.func @one(%A: !sa.array<4xf32, input>) {
}
sa.func @count() {
  // expected-error @+1 {{'sa.call' op passes 0 arguments to 'one', which takes 1}}
  sa.call @one()
}

// -----

sa.func @one(%A: !sa.array<4xf32, input>) {
}
sa.func @scalar(%x: f32) {
  // expected-error @+1 {{'sa.call' op passes something of the type 'f32' for 'A' of 'one', which is '!sa.array<4xf32, input>'}}
  sa.call @one(%x) : f32
}

// -----

sa.func @one(%A: !sa.array<4xf32, input>) {
}
sa.func @type(%X: !sa.array<4xf64, input>) {
  // expected-error @+1 {{'sa.call' op passes 'X', which is '!sa.array<4xf64, input>', for 'A' of 'one', which is '!sa.array<4xf32, input>': the element type and the number of dimensions must be the same}}
  sa.call @one(%X) : !sa.array<4xf64, input>
}

// -----

sa.func @one(%A: !sa.array<4xf32, input>) {
}
sa.func @size(%X: !sa.array<5xf32, input>) {
  // expected-error @+1 {{'sa.call' op passes 'X', whose dimension 0 has 5 elements, for 'A' of 'one', where it has 4}}
  sa.call @one(%X) : !sa.array<5xf32, input>
}

// -----

sa.func @two(%A: !sa.array<?xf32, input, sizes = [N]>, %C: !sa.array<?xf32, inout, sizes = [N]>) {
}
sa.func @sizes(%X: !sa.array<?xf32, input, sizes = [M]>, %R: !sa.array<4xf32, inout>) {
  // expected-error @+1 {{'sa.call' op passes 'R', whose dimension 0 has 4 elements, for 'C' of 'two', where it has N: dimension 0 of 'X' says that this is M}}
  sa.call @two(%X, %R) : !sa.array<?xf32, input, sizes = [M]>, !sa.array<4xf32, inout>
}

// -----

sa.func @out(%C: !sa.array<4xf32, output>) {
}
sa.func @role(%X: !sa.array<4xf32, input>) {
  // expected-error @+1 {{'sa.call' op passes 'X', which has the role 'input' and is read-only, for 'C' of 'out', which has the role 'output' and may be written}}
  sa.call @out(%X) : !sa.array<4xf32, input>
}

// -----

sa.func @two(%A: !sa.array<4xf32, input>, %C: !sa.array<4xf32, inout>) {
}
sa.func @twice(%R: !sa.array<4xf32, inout>) {
  // expected-error @+1 {{'sa.call' op passes 'R' for 'C' of 'two', which may be written, and for 'A' of 'two' as well: pass a copy for one of them}}
  sa.call @two(%R, %R) : !sa.array<4xf32, inout>, !sa.array<4xf32, inout>
}
