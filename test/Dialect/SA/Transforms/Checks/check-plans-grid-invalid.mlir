// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans))' --split-input-file --verify-diagnostics

// Bindings to the grid that are not possible, or would change a result.

sa.func @bind_inner(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.bind' op cannot bind the loop 'j': 'i' outside of it is not bound; bound loops are the outermost ones; reorder them first}}
    sa.bind %j to thread_x
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

sa.func @bind_twice(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.bind %i to block_x
    // expected-error @+1 {{'sa.bind' op binds both 'i' and 'j' to block_x}}
    sa.bind %j to block_x
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
