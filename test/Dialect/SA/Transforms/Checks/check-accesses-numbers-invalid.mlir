// RUN: saopt %s --split-input-file --verify-diagnostics --sa-check-accesses

// Numbers that proofs cannot add up in 64 bits.

sa.func @beyond(%A: !sa.array<5x7xi32, inout>, %x: i32) {
  %far = arith.constant 9223372036854775807 : index
  sa.nest (%j) to (5) {
    %column = arith.addi %j, %far : index
    // expected-error @+1 {{'sa.store' op accesses 'A' with an index of dimension 1 that has numbers of more than 62 bits in it}}
    sa.store %x, %A[%j, %column] : !sa.array<5x7xi32, inout>
  }
}

// -----

// An index that leaves 64 bits because its nest is that long.

sa.func @far_away(%A: !sa.array<8xi32, inout>, %x: i32) {
  %far = arith.constant 1099511627776 : index
  sa.nest (%j) to (1099511627776) where affine_set<(j) : (j - 1099511627770 >= 0)> {
    %at = arith.muli %j, %far : index
    // expected-error @+1 {{'sa.store' op accesses 'A' outside of its shape: the index of dimension 0 can be a number of more than 64 bits, and the size is 8}}
    sa.store %x, %A[%at] : !sa.array<8xi32, inout>
  }
}

// -----

sa.func @promise(%A: !sa.array<8xi32, inout>, %x: i32) {
  %far = arith.constant 9223372036854775807 : index
  %size = arith.constant 8 : index
  sa.nest (%j) to (8) {
    %at = arith.addi %j, %far : index
    // expected-error @+1 {{'sa.bound' op has a subscript of A with numbers of more than 62 bits}}
    sa.bound %at to %size "A"
    sa.store %x, %A[%j] : !sa.array<8xi32, inout>
  }
}
