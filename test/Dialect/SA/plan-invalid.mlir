// RUN: saopt %s --split-input-file --verify-diagnostics

// What a plan is made of.

sa.func @no_step(%A: !sa.array<8xf32, inout>) {
  sa.nest "a" (%i) to (8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i] : !sa.array<8xf32, inout>
  }
  sa.plan {
    %i = sa.loops "a"
    // expected-error @+1 {{'arith.constant' op is not a step of a plan}}
    %two = arith.constant 2 : index
  }
}

// -----

sa.func @no_nest(%A: !sa.array<8xf32, inout>) {
  // expected-error @+1 {{'sa.plan' op is about no nest: it starts with 'sa.loops'}}
  sa.plan {
  }
}

// -----

sa.func @two_of_a_name(%A: !sa.array<8xf32, inout>) {
  sa.nest "a" (%i) to (8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i] : !sa.array<8xf32, inout>
  }
  sa.nest "a" (%i) to (8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i] : !sa.array<8xf32, inout>
  }
  sa.plan {
    // expected-error @+1 {{'sa.loops' op names 'a', but two nests have that name}}
    %i = sa.loops "a"
  }
}

// -----

sa.func @empty_pieces(%A: !sa.array<8xf32, inout>) {
  sa.nest "a" (%i) to (8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i] : !sa.array<8xf32, inout>
  }
  sa.plan {
    %i = sa.loops "a"
    // expected-error @+1 {{'sa.split' op splits into tiles of 0: the size of a tile is positive}}
    %ii = sa.split %i by 0 as "ii"
  }
}

// -----

sa.func @nothing_in_parallel(%A: !sa.array<8xf32, inout>) {
  sa.nest "a" (%i) to (8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i] : !sa.array<8xf32, inout>
  }
  sa.plan {
    %i = sa.loops "a"
    // expected-error @+1 {{'sa.parallelize' op names no loop}}
    "sa.parallelize"() : () -> ()
  }
}
