// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans))' --split-input-file --verify-diagnostics

// Bindings to the grid that are not possible, or would change a result.

sa.func @bind_outer_last(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.bind %j to thread_x
    // expected-error @+1 {{'sa.bind' op binds 'i' after 'j' inside of it: bind outer loops first}}
    sa.bind %i to block_x
  }
}

// -----

// C1: a tile is inside of the loop over tiles.

sa.func @bind_tiles(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %jj = sa.split %j by 8 as "jj"
    sa.bind %i to block_x
    // expected-error @+1 {{'sa.bind' op cannot bind the loop 'jj': 'j', which it was split from, is not bound, and stands inside of the grid; bind that as well, or reorder the loops so that it is outside of all bound ones}}
    sa.bind %jj to thread_x
  }
}

// -----

// C1: the hoisted loop would read what it has not written yet.

!B = !sa.array<8x9x9xf32, inout>

sa.func @hoist(%B: !B) {
  sa.nest "n" (%i, %k, %j) to (8, 8, 8) {
    %one = index.constant 1
    %k1 = index.add %k, %one
    %j1 = index.add %j, %one
    // expected-note @+1 {{the other access}}
    %b = sa.load %B[%i, %k, %j1] : !B
    // expected-note @+1 {{one access}}
    sa.store %b, %B[%i, %k1, %j] : !B
  }
  sa.plan {
    %i, %k, %j = sa.loops "n"
    sa.bind %i to block_x
    // expected-error @+1 {{'sa.bind' op would change the result}}
    sa.bind %j to thread_x
  }
}

// -----

// C1: no loop is left where the copy was.

sa.func @hoist_caches(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>) {
  sa.nest "n" (%i, %j, %k) to (40, 40, 40) {
    %a = sa.load %A[%k, %j] : !sa.array<40x40xf32, input>
    sa.accumulate add %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j, %k = sa.loops "n"
    sa.reorder %i, %k, %j
    %copy = sa.cache %A as "copy" at %j : !sa.array<40x40xf32, input>
    sa.bind %i to block_x
    // expected-error @+1 {{'sa.bind' op cannot bind the loop 'j': 'copy' is a copy of what a run of it accesses inside of 'k', and no other loop is left there; split 'k'}}
    sa.bind %j to thread_x
  }
}

// -----

sa.func @cache_at_hoisted(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>) {
  sa.nest "n" (%i, %j, %k) to (40, 40, 40) {
    %a = sa.load %A[%k, %j] : !sa.array<40x40xf32, input>
    sa.accumulate add %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j, %k = sa.loops "n"
    sa.reorder %i, %k, %j
    sa.bind %i to block_x
    sa.bind %j to thread_x
    // expected-error @+1 {{'sa.cache' op of 'A' is at the loop 'j', which is bound to the grid and runs outside of the loops that were around it, and no other loop is left there: split the innermost loop, and cache at its inner part}}
    %copy = sa.cache %A as "copy" at %j : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @bind_order(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.bind %i to thread_x
    // expected-error @+1 {{'sa.bind' op binds 'j' to groups, but 'i' outside of it to work-items: the loops of groups come first}}
    sa.bind %j to block_x
  }
}

// -----

sa.func @bind_four(%A: !sa.array<4x4x4x4xf32, inout>) {
  sa.nest "n" (%i, %j, %k, %l) to (4, 4, 4, 4) {
    %a = sa.load %A[%i, %j, %k, %l] : !sa.array<4x4x4x4xf32, inout>
    sa.store %a, %A[%i, %j, %k, %l] : !sa.array<4x4x4x4xf32, inout>
  }
  sa.plan {
    %i, %j, %k, %l = sa.loops "n"
    sa.bind %i to block_x
    sa.bind %j to block_x
    sa.bind %k to block_y
    // expected-error @+1 {{'sa.bind' op binds the loop 'l' with 3 others to the groups, which have three dimensions; bind fewer loops}}
    sa.bind %l to block_x
  }
}

// -----

sa.func @bind_lanes_twice(%A: !sa.array<4x4xf32, inout>) {
  sa.nest "n" (%i, %j) to (4, 4) {
    %a = sa.load %A[%i, %j] : !sa.array<4x4xf32, inout>
    sa.store %a, %A[%i, %j] : !sa.array<4x4xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.bind %i to subgroup
    // expected-error @+1 {{'sa.bind' op binds both 'i' and 'j' to subgroup}}
    sa.bind %j to subgroup
  }
}

// -----

sa.func @bind_and_parallel(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.parallelize %i
    // expected-error @+1 {{'sa.bind' op cannot bind the loop 'j': 'i' is parallel, and a schedule is either parallel or bound to a grid}}
    sa.bind %j to thread_x
  }
}

// -----

sa.func @bind_result(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %one = index.constant 1
    %i1 = index.add %i, %one
    // expected-note @+1 {{the other access}}
    %a = sa.load %B[%i, %j] : !sa.array<40x40xf32, inout>
    // expected-note @+1 {{one access}}
    sa.store %a, %B[%i1, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error-re @+1 {{'sa.bind' op cannot bind the loop 'i': one iteration writes B[i + 1, j] at line {{[0-9]+}}, another one reads B[i, j] at line {{[0-9]+}}, and that can be the same element of 'B'. What can: 'j'}}
    sa.bind %i to block_x
  }
}

// -----

!A = !sa.array<4096xf32, inout>

sa.func @more_work_items(%A: !A) {
  sa.nest "a" (%i) to (4096) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i] : !A
  }
  sa.plan {
    %i = sa.loops "a"
    // expected-error @+1 {{'sa.bind' op binds the loop 'i' with 4096 iterations to the work-items of a group, of which there are at most 1024; split it, or make the plan for a target that has more}}
    sa.bind %i to thread_x
  }
}

// -----

// C7: how many groups there are is known when the kernel is launched.

sa.func @groups_of_a_triangle(%A: !sa.array<8x8xf32, inout>) {
  sa.nest "n" (%i, %j) to (8, 8) where affine_set<(i, j) : (j - i >= 0)> {
    %a = sa.load %A[%i, %j] : !sa.array<8x8xf32, inout>
    sa.store %a, %A[%i, %j] : !sa.array<8x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.bind %i to block_x
    // expected-error@+1 {{the loop 'j' cannot be bound to groups: where it begins and ends depends on the loop 'i' around it; bind it to work-items, or run it in order}}
    sa.bind %j to block_y
  }
}
