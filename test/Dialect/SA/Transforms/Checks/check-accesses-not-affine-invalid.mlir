// RUN: saopt %s --sa-check-accesses --split-input-file --verify-diagnostics

// Indices and sizes that are not affine functions cannot be checked, and are
// refused.

sa.func @product(%A: !sa.array<64xf32, input>) {
  sa.nest (%i, %j) to (8, 8) {
    %at = arith.muli %i, %j : index
    // expected-error @+1 {{'sa.load' op accesses 'A' with an index of dimension 0 that is not an affine function of the nest's indices and the sizes}}
    %a = sa.load %A[%at] : !sa.array<64xf32, input>
  }
}

// -----

// An index that comes out of an array.
sa.func @gather(%A: !sa.array<8x8xf32, input>, %I: !sa.array<8xi64, input>) {
  sa.nest (%i) to (8) {
    %number = sa.load %I[%i] : !sa.array<8xi64, input>
    %at = arith.index_cast %number : i64 to index
    // expected-error @+1 {{'sa.load' op accesses 'A' with an index of dimension 1 that data chooses, and that nothing keeps inside}}
    %a = sa.load %A[%i, %at] : !sa.array<8x8xf32, input>
  }
}

// -----

// The remainder that rounds to zero is not the affine one.
sa.func @remainder(%A: !sa.array<8xf32, input>) {
  %three = arith.constant 3 : index
  sa.nest (%i) to (8) {
    %at = arith.remsi %i, %three : index
    // expected-error @+1 {{'sa.load' op accesses 'A' with an index of dimension 0 that is not an affine function}}
    %a = sa.load %A[%at] : !sa.array<8xf32, input>
  }
}

// -----

sa.func @divided_by_a_size(%A: !sa.array<?xf32, input, sizes = [N]>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, input, sizes = [N]>
  sa.nest (%i) to (8) {
    %at = arith.floordivsi %i, %n : index
    // expected-error @+1 {{'sa.load' op accesses 'A' with an index of dimension 0 that is not an affine function}}
    %a = sa.load %A[%at] : !sa.array<?xf32, input, sizes = [N]>
  }
}

// -----

sa.func @size(%A: !sa.array<?x?xf32, input, sizes = [M, N]>) {
  %m = sa.dim %A, 0 : !sa.array<?x?xf32, input, sizes = [M, N]>
  %n = sa.dim %A, 1 : !sa.array<?x?xf32, input, sizes = [M, N]>
  %mn = arith.muli %m, %n : index
  // expected-error @+1 {{'sa.nest' op runs index 'j' to a size that is not an affine function of the arrays' sizes}}
  sa.nest (%i, %j) to (4, %mn) {
  }
}
