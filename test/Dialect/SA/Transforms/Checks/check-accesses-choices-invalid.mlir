// RUN: saopt %s --sa-check-accesses --split-input-file --verify-diagnostics

// What minima, maxima and extended indices do not keep inside of an array.

sa.func @minimum(%A: !sa.array<8xf32, input>) {
  %eight = arith.constant 8 : index
  sa.nest (%i) to (12) {
    %at = index.mins %i, %eight
    // expected-error-re @+1 {{'sa.load' op accesses 'A' outside of its shape: the index of dimension 0 can be 8, and the size is 8 (at i = {{[0-9]+}})}}
    %a = sa.load %A[%at] : !sa.array<8xf32, input>
  }
}

// -----

// Only the range of a remainder by a size is known.
sa.func @remainder(%A: !sa.array<?xf32, input, sizes = [n]>, %B: !sa.array<8xf32, inout>, %x: f32) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, input, sizes = [n]>
  sa.nest (%i) to (%n) {
    %rest = sa.floormodsi %i, %n : index
    // expected-error-re @+1 {{'sa.store' op accesses 'B' outside of its shape: the index of dimension 0 can be {{[0-9]+}}, and the size is 8 {{.*}}}}
    sa.store %x, %B[%rest] : !sa.array<8xf32, inout>
  }
}

// -----

// An array that has no elements does not go on.
sa.func @empty(%A: !sa.array<0xf32, input>) {
  %zero = arith.constant 0 : index
  sa.nest (%i) to (4) {
    %at = sa.extend_index edge %i to %zero
    // expected-error @+1 {{'sa.load' op accesses 'A' at an index that is extended to a size, or divided by one, that can be zero here: an array without elements does not go on; use a size of an argument, or constrain the nest to where the size is positive}}
    %a = sa.load %A[%at] : !sa.array<0xf32, input>
  }
}

// -----

!A = !sa.array<?x?x?x?xf32, input, sizes = [a, b, c, d]>
sa.func @manyCases(%A: !A) {
  %a = sa.dim %A, 0 : !A
  %b = sa.dim %A, 1 : !A
  %c = sa.dim %A, 2 : !A
  %d = sa.dim %A, 3 : !A
  %eight = arith.constant 8 : index
  sa.nest (%i) to (64) {
    %at = arith.subi %i, %eight : index
    %0 = sa.extend_index edge %at to %a
    %1 = sa.extend_index edge %at to %b
    %2 = sa.extend_index edge %at to %c
    %3 = sa.extend_index edge %at to %d
    // expected-error @+1 {{'sa.load' op has subscripts with more than 64 cases of minima, maxima and indices outside of a size: write some of them as conditions}}
    %v = sa.load %A[%0, %1, %2, %3] : !A
  }
}
