// RUN: saopt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(sa.func(sa-check-plans))'

// Loops of fused nests that cannot be bound. The nests write A and read it.

!A = !sa.array<8x8xf32, inout>

sa.func @groups_of_one_nest(%A: !A, %B: !A) {
  sa.nest "a" (%i, %j) to (8, 8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i, %j] : !A
  }
  sa.nest "b" (%i, %j) to (8, 8) {
    %a = sa.load %A[%i, %j] : !A
    sa.store %a, %B[%i, %j] : !A
  }
  sa.plan {
    %i0, %x = sa.loops "a"
    %i1, %y = sa.loops "b"
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
    sa.bind %i to block_y
    // expected-error @+1 {{'sa.bind' op binds 'j' to groups, inside of 'f', which tells fused nests apart: groups do not wait for each other between nests; bind a common loop of the nests to groups}}
    sa.bind %x to block_x
  }
}

// -----

!A = !sa.array<8x8xf32, inout>

sa.func @no_groups(%A: !A, %B: !A) {
  sa.nest "a" (%i, %j) to (8, 8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i, %j] : !A
  }
  sa.nest "b" (%i, %j) to (8, 8) {
    %a = sa.load %A[%i, %j] : !A
    sa.store %a, %B[%i, %j] : !A
  }
  sa.plan {
    %i0, %x = sa.loops "a"
    %i1, %y = sa.loops "b"
    %f = sa.fuse %i0, %i1 partial(0) as ["f"]
    // expected-error @+1 {{'sa.bind' op binds 'i' to work-items, inside of 'f', which tells fused nests apart, but none of their common loops is bound to groups: fuse one loop more, and bind it to block_x}}
    sa.bind %i0 to thread_x
  }
}

// -----

!A = !sa.array<8x8xf32, inout>

sa.func @some_common(%A: !A, %B: !A) {
  sa.nest "a" (%i, %j) to (8, 8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i, %j] : !A
  }
  sa.nest "b" (%i, %j) to (8, 8) {
    %a = sa.load %A[%i, %j] : !A
    sa.store %a, %B[%i, %j] : !A
  }
  sa.plan {
    %i0, %x = sa.loops "a"
    %i1, %y = sa.loops "b"
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
    sa.bind %i to thread_y
    // expected-error @+1 {{'sa.bind' op binds 'j' to work-items, as 'i' is, but 'f' between them tells fused nests apart: bind loops of each nest, all of them inside of 'f', or common ones, all outside of it}}
    sa.bind %x to thread_x
  }
}

// -----

!A = !sa.array<8x8xf32, inout>

sa.func @outer_last(%A: !A, %B: !A) {
  sa.nest "a" (%i, %k, %j) to (8, 2, 8) {
    %one = arith.constant 1.0 : f32
    // expected-note @+2 {{one access}}
    // expected-note @+1 {{the other access}}
    sa.store %one, %A[%i, %j] : !A
  }
  sa.nest "b" (%i, %j) to (8, 8) {
    %a = sa.load %A[%i, %j] : !A
    sa.store %a, %B[%i, %j] : !A
  }
  sa.plan {
    %i0, %k, %x = sa.loops "a"
    %i1, %y = sa.loops "b"
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
    sa.bind %i to block_x
    // The loops of the other nest do not matter; 'k' runs inside of 'j'.
    sa.bind %y to thread_x
    sa.bind %x to thread_x
    // expected-error @+1 {{'sa.bind' op cannot bind the loop 'k': one iteration writes A[i, j]}}
    sa.bind %k to thread_y
  }
}

// -----

!A = !sa.array<8x8xf32, inout>

// Work-items wait between nests, not within one.
sa.func @dependent(%A: !A, %B: !A) {
  sa.nest "a" (%i, %j) to (8, 8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i, %j] : !A
  }
  sa.nest "b" (%i, %j) to (8, 7) {
    %one = index.constant 1
    %j1 = index.add %j, %one
    // expected-note @+1 {{the other access}}
    %b = sa.load %B[%i, %j] : !A
    // expected-note @+1 {{one access}}
    sa.store %b, %B[%i, %j1] : !A
  }
  sa.plan {
    %i0, %x = sa.loops "a"
    %i1, %y = sa.loops "b"
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
    sa.bind %i to block_x
    sa.bind %x to thread_x
    // expected-error-re @+1 {{'sa.bind' op cannot bind the loop 'j_b': one iteration writes B[i, j + 1] at line {{[0-9]+}}, another one reads B[i, j] at line {{[0-9]+}}, and that can be the same element of 'B'}}
    sa.bind %y to thread_x
  }
}
