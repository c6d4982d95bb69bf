// RUN: saopt %s --sa-check-accesses --split-input-file --verify-diagnostics

// Divisions that round down or up, and remainders, by positive numbers.

// 64 elements as 8 rows of 8.
sa.func @rows(%A: !sa.array<8x8xf32, input>) {
  sa.nest (%i) to (64) {
    %row = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    %column = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    %a = sa.load %A[%row, %column] : !sa.array<8x8xf32, input>
  }
}

// -----

sa.func @too_many_rows(%A: !sa.array<8x8xf32, input>) {
  sa.nest (%i) to (65) {
    %row = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    %column = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    // expected-error @+1 {{'sa.load' op accesses 'A' outside of its shape: the index of dimension 0 can be 8, and the size is 8 (at i = 64)}}
    %a = sa.load %A[%row, %column] : !sa.array<8x8xf32, input>
  }
}

// -----

sa.func @spelled_in_index(%A: !sa.array<4xf32, input>) {
  %two = index.constant 2
  sa.nest (%i) to (8) {
    %half = index.floordivs %i, %two
    %a = sa.load %A[%half] : !sa.array<4xf32, input>
    %upper_half = index.ceildivs %i, %two
    // expected-error @+1 {{'sa.load' op accesses 'A' outside of its shape: the index of dimension 0 can be 4, and the size is 4 (at i = 7)}}
    %b = sa.load %A[%upper_half] : !sa.array<4xf32, input>
  }
}

// -----

// Rounded down, (0 - 1) / 2 is -1; rounded to zero it would be 0.
sa.func @negative(%A: !sa.array<4xf32, input>) {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  sa.nest (%i) to (8) {
    %left = arith.subi %i, %one : index
    %half = arith.floordivsi %left, %two : index
    // expected-error @+1 {{'sa.load' op accesses 'A' outside of its shape: the index of dimension 0 can be -1, and the size is 4 (at i = 0)}}
    %a = sa.load %A[%half] : !sa.array<4xf32, input>
  }
}

// -----

// A sum with a scalar, which may be any number, may wrap around; the remainder of
// what comes out is another one.
sa.func @wrapped(%A: !sa.array<8xf32, input>, %start: index) {
  sa.nest (%i) to (8) {
    %at = affine.apply affine_map<(d0)[s0] -> ((d0 + s0) mod 8)>(%i)[%start]
    // expected-error @+1 {{'sa.load' op accesses 'A' with an index of dimension 0 that is not an affine function of the nest's indices and the sizes, or divides a number that may not fit 64 bits}}
    %a = sa.load %A[%at] : !sa.array<8xf32, input>
  }
}

// -----

// A run-time size is known to be small enough.
sa.func @half(%A: !sa.array<?xf32, input, sizes = [N]>) {
  %two = arith.constant 2 : index
  %n = sa.dim %A, 0 : !sa.array<?xf32, input, sizes = [N]>
  sa.nest (%i) to (%n) {
    %half = arith.floordivsi %i, %two : index
    %a = sa.load %A[%half] : !sa.array<?xf32, input, sizes = [N]>
  }
}
