// RUN: saopt %s --sa-check-accesses --split-input-file --verify-diagnostics

// Accesses in loops, and the rules of loops that need a whole function.

sa.func @past_the_end(%A: !sa.array<8xf32, inout>) {
  sa.loop (%t) to (9) {
    sa.nest (%i) to (1) {
      // expected-error @+1 {{'sa.load' op accesses 'A' outside of its shape: the index of dimension 0 can be 8, and the size is 8}}
      %x = sa.load %A[%t] : !sa.array<8xf32, inout>
      sa.store %x, %A[%i] : !sa.array<8xf32, inout>
    }
  }
}

// -----

sa.func @before_the_start(%A: !sa.array<?xf32, inout, sizes = [N]>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [N]>
  %one = arith.constant 1 : index
  sa.loop (%t) to (%n) {
    sa.nest (%i) to (1) {
      %p = index.sub %t, %one
      // expected-error @+1 {{'sa.load' op accesses 'A' outside of its shape: the index of dimension 0 can be -1}}
      %x = sa.load %A[%p] : !sa.array<?xf32, inout, sizes = [N]>
      sa.store %x, %A[%t] : !sa.array<?xf32, inout, sizes = [N]>
    }
  }
}

// -----

sa.func @open(%A: !sa.array<?xf32, inout>) {
  // expected-error @+1 {{'sa.loop' op stands in a function over 'A', whose size of dimension 0 is open: give the size a name, so that the rounds can be checked against it}}
  sa.loop (%t) to (4) {
    sa.nest (%i) to (1) {
      %x = sa.load %A[%t] : !sa.array<?xf32, inout>
      sa.store %x, %A[%i] : !sa.array<?xf32, inout>
    }
  }
}

// -----

sa.func @constant_flag(%A: !sa.array<8xf32, inout>, %F: !sa.array<i32, inout>) {
  // expected-error @+1 {{'sa.loop' op runs while an element of 'F' is not zero, but nothing in its body writes it}}
  sa.loop (%t) to (4) while %F[] every 1 : !sa.array<i32, inout> {
    sa.nest (%i) to (8) {
      %x = sa.load %A[%i] : !sa.array<8xf32, inout>
      sa.store %x, %A[%i] : !sa.array<8xf32, inout>
    }
  }
}
