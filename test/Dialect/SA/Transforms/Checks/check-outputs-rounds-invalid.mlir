// RUN: saopt %s --sa-check-outputs --split-input-file --verify-diagnostics

// What only a loop writes may not be written, and what a later nest of a round
// writes is not there yet.

sa.func @after_loop(%R: !sa.array<8xf32, output>, %A: !sa.array<8xf32, inout>) {
  sa.loop (%t) to (2) {
    sa.nest (%i) to (8) {
      %a = sa.load %A[%i] : !sa.array<8xf32, inout>
      sa.store %a, %R[%i] : !sa.array<8xf32, output>
    }
  }
  sa.nest (%i) to (8) {
    // expected-error @+1 {{'sa.load' op reads 'R', an 'output', before anything is known to have written that element}}
    %r = sa.load %R[%i] : !sa.array<8xf32, output>
    sa.store %r, %A[%i] : !sa.array<8xf32, inout>
  }
}

// -----

sa.func @next_round(%R: !sa.array<8xf32, output>, %A: !sa.array<8xf32, inout>) {
  sa.loop (%t) to (2) {
    sa.nest (%i) to (8) {
      // expected-error @+1 {{'sa.load' op reads 'R', an 'output', before anything is known to have written that element}}
      %r = sa.load %R[%i] : !sa.array<8xf32, output>
      sa.store %r, %A[%i] : !sa.array<8xf32, inout>
    }
    sa.nest (%i) to (8) {
      %a = sa.load %A[%i] : !sa.array<8xf32, inout>
      sa.store %a, %R[%i] : !sa.array<8xf32, output>
    }
  }
}
