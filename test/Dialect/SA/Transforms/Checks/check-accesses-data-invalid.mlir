// RUN: saopt %s --split-input-file --verify-diagnostics --sa-check-accesses

!X = !sa.array<8xi32, input>
!A = !sa.array<?xf32, input, sizes = [N]>

sa.func @unchecked(%X: !X, %A: !A) {
  sa.nest (%i) to (8) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    // expected-error @+1 {{'sa.load' op accesses 'A' with an index of dimension 0 that data chooses, and that nothing keeps inside of the array: check it with sa.checked_index, or state what is known about it with sa.assume}}
    %a = sa.load %A[%v] : !A
  }
}

// -----

!X = !sa.array<8xi32, input>
!A = !sa.array<?xf32, input, sizes = [N]>

// The neighbour of an element that exists need not exist.
sa.func @neighbour(%X: !X, %A: !A) {
  %n = sa.dim %A, 0 : !A
  %one = arith.constant 1 : index
  sa.nest (%i) to (8) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "A" dimension 0 at ["i"](%i)
    %next = arith.addi %at, %one : index
    // expected-error @+1 {{that data chooses, and that nothing keeps inside}}
    %a = sa.load %A[%next] : !A
  }
}

// -----

!X = !sa.array<8xi32, input>

sa.func @size(%X: !X, %A: !sa.array<8xf32, input>) {
  sa.nest (%i) to (8) {
    %square = arith.muli %i, %i : index
    // expected-error @+1 {{'sa.checked_index' op checks an index of 'A' against a size that is not an affine function of the nest's indices and the sizes}}
    %at = sa.checked_index %i to %square of "A" dimension 0 at ["i"](%i)
    %a = sa.load %A[%at] : !sa.array<8xf32, input>
  }
}
