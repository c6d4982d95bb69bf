// RUN: saopt %s --sa-check-accesses --split-input-file --verify-diagnostics

// An access that can leave its array is an error that names a point where it
// does.

sa.func @past_the_end(%A: !sa.array<4x8xf32, input>) {
  sa.nest (%i, %j) to (4, 9) {
    // expected-error-re @+1 {{'sa.load' op accesses 'A' outside of its shape: the index of dimension 1 can be 8, and the size is 8 (at i = {{[0-3]}}, j = 8)}}
    %a = sa.load %A[%i, %j] : !sa.array<4x8xf32, input>
  }
}

// -----

sa.func @before_the_beginning(%C: !sa.array<8xf32, inout>, %x: f32) {
  %one = arith.constant 1 : index
  sa.nest (%i) to (8) {
    %left = arith.subi %i, %one : index
    // expected-error @+1 {{'sa.store' op accesses 'C' outside of its shape: the index of dimension 0 can be -1, and the size is 8 (at i = 0)}}
    sa.store %x, %C[%left] : !sa.array<8xf32, inout>
  }
}

// -----

// Only the last point of the nest is wrong.
sa.func @one_point(%C: !sa.array<21xf32, inout>, %x: f32) {
  %two = arith.constant 2 : index
  sa.nest (%i, %j) to (8, 8) {
    %twice = arith.muli %j, %two : index
    %at = arith.addi %i, %twice : index
    // expected-error @+1 {{'sa.accumulate' op accesses 'C' outside of its shape: the index of dimension 0 can be 21, and the size is 21 (at i = 7, j = 7)}}
    sa.accumulate add %x, %C[%at] : !sa.array<21xf32, inout>
  }
}

// -----

// A transposed access of an array that is not square.
sa.func @transposed(%A: !sa.array<4x8xf32, input>) {
  sa.nest (%i, %j) to (4, 8) {
    // expected-error-re @+1 {{'sa.load' op accesses 'A' outside of its shape: the index of dimension 0 can be {{[4-7]}}, and the size is 4}}
    %a = sa.load %A[%j, %i] : !sa.array<4x8xf32, input>
  }
}

// -----

// The second of two accesses, in the second of two nests.
sa.func @later(%C: !sa.array<4xf32, inout>, %x: f32) {
  sa.nest (%i) to (4) {
    sa.store %x, %C[%i] : !sa.array<4xf32, inout>
  }
  sa.nest (%row) to (5) {
    // expected-error @+1 {{'sa.store' op accesses 'C' outside of its shape: the index of dimension 0 can be 4, and the size is 4 (at row = 4)}}
    sa.store %x, %C[%row] : !sa.array<4xf32, inout>
  }
}

// -----

// A nest that has points and an array that has no elements.
sa.func @no_elements(%A: !sa.array<0xf32, input>) {
  sa.nest (%i) to (1) {
    // expected-error @+1 {{'sa.load' op accesses 'A' outside of its shape: the index of dimension 0 can be 0, and the size is 0 (at i = 0)}}
    %a = sa.load %A[%i] : !sa.array<0xf32, input>
  }
}

// -----

// The layout does not matter: what leaves the shape leaves the array, even
// where the storage goes on.
sa.func @inside_the_storage(
    %A: !sa.array<2x4xf32, input, #sa.strided<[8, 1]>>) {
  sa.nest (%i, %j) to (2, 5) {
    // expected-error @+1 {{'sa.load' op accesses 'A' outside of its shape: the index of dimension 1 can be 4, and the size is 4}}
    %a = sa.load %A[%i, %j] : !sa.array<2x4xf32, input, #sa.strided<[8, 1]>>
  }
}
