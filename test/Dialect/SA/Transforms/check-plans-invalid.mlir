// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans))' --split-input-file --verify-diagnostics

// Steps that are not possible, or would change a result.

sa.func @split_name(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.split' op names the new loop 'j', as another loop is named already}}
    %ii = sa.split %i by 8 as "j"
  }
}

// -----

sa.func @split_huge(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.split' op splits 'i' into pieces that are too large to count}}
    %ii = sa.split %i by 1000000000000000 as "ii"
  }
}

// -----

sa.func @reorder_twice(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.reorder' op names the loop 'i' twice}}
    sa.reorder %i, %i
  }
}

// -----

sa.func @reorder_inner_first(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 8 as "ii"
    // expected-error @+1 {{'sa.reorder' op puts the loop 'ii' before 'i', which it was split from: an inner loop comes after its outer one}}
    sa.reorder %ii, %i
  }
}

// -----

sa.func @reorder_result(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %one = index.constant 1
    %i1 = index.add %i, %one
    %j1 = index.add %j, %one
    // expected-note @+1 {{the other access}}
    %a = sa.load %B[%i, %j1] : !sa.array<40x40xf32, inout>
    // expected-note @+1 {{one access}}
    sa.store %a, %B[%i1, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error-re @+1 {{'sa.reorder' op would change the result: with the loop 'j' in this place, the access that reads B[i, j + 1] at line {{[0-9]+}} could come before the one that writes B[i + 1, j] at line {{[0-9]+}} of the same element, which it has to follow. Keep the loops that carry this in their order; 'unsafe_reorder' leaves the proof to you}}
    sa.reorder %j, %i
  }
}

// -----

sa.func @pad_split(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 8 as "ii"
    // expected-error @+1 {{'sa.pad' op cannot pad the loop 'i', which has been split: pad before splitting}}
    sa.pad %i by 2
  }
}

// -----

sa.func @pad_negative(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.pad' op adds a number of iterations that is negative}}
    sa.pad %i by -2
  }
}

// -----

sa.func @skew_itself(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.skew' op skews the loop 'i' by itself}}
    sa.skew %i with %i
  }
}

// -----

sa.func @skew_by_fusing(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.nest "m" (%p, %q) to (39, 39) {
    %a = sa.load %A[%p, %q] : !sa.array<40x40xf32, input>
    sa.store %a, %C[%p, %q] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %p, %q = sa.loops "m"
    %r, %f = sa.fuse %i, %p partial(1) as ["r", "f"]
    // expected-error @+1 {{'sa.skew' op cannot skew with 'f', which tells fused nests apart and has no iterations of its own}}
    sa.skew %j with %f
  }
}

// -----

sa.func @skew_by_one_nest(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.nest "m" (%p, %q) to (39, 39) {
    %a = sa.load %A[%p, %q] : !sa.array<40x40xf32, input>
    sa.store %a, %C[%p, %q] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %p, %q = sa.loops "m"
    %r, %f = sa.fuse %i, %p partial(1) as ["r", "f"]
    // expected-error @+1 {{'sa.skew' op cannot skew the loop 'r' by 'j', which is not a loop of all its nests: take one of those that are}}
    sa.skew %r with %j
  }
}

// -----

sa.func @skew_too_far(%A: !sa.array<40x20000xf32, input>, %B: !sa.array<40x20000xf32, inout>) {
  sa.nest "n" (%i, %j) to (40, 20000) {
    %a = sa.load %A[%i, %j] : !sa.array<40x20000xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x20000xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 281474976710656 as "ii"
    // expected-error @+1 {{'sa.skew' op skews 'i' by 'j' to sums that are too large to count}}
    sa.skew %i with %j
  }
}

// -----

sa.func @late_split(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.unroll %j
    // expected-error @+1 {{'sa.split' op changes the loops after a step that says how they run: do this first}}
    %ii = sa.split %i by 8 as "ii"
  }
}

// -----

sa.func @unroll_twice(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.unroll %j
    // expected-error @+1 {{'sa.unroll' op cannot unroll the loop 'j', which is unrolled already}}
    sa.unroll %j
  }
}

// -----

sa.func @unroll_unknown(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, %n) {
    %a = sa.load %A[%i, %i] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %i] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.unroll' op cannot unroll the loop 'j', whose size is only known at run time: split it, and unroll the inner loop}}
    sa.unroll %j
  }
}

// -----

sa.func @unroll_many(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 5000) {
    %a = sa.load %A[%i, %i] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %i] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.unroll' op cannot unroll the loop 'j', which has 5000 iterations: at most 1024 are written out; split it, and unroll the inner loop}}
    sa.unroll %j
  }
}

// -----

sa.func @unroll_together(%A: !sa.array<64x128xf32, input>, %B: !sa.array<64x128xf32, inout>) {
  sa.nest "n" (%i, %j) to (64, 128) {
    %a = sa.load %A[%i, %j] : !sa.array<64x128xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<64x128xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.unroll %j
    // expected-error @+1 {{'sa.unroll' op cannot unroll the loop 'i': with the loops that are unrolled already, 8192 copies of the body would be written out, and at most 4096 are; unroll fewer loops, or split them into smaller ones}}
    sa.unroll %i
  }
}

// -----

sa.func @tensorize_much(%A: !sa.array<80x80xf32, input>, %B: !sa.array<80x8xf32, input>, %C: !sa.array<80x8xf32, inout>) {
  sa.nest "n" (%i, %j, %k) to (80, 8, 80) {
    %a = sa.load %A[%i, %k] : !sa.array<80x80xf32, input>
    %b = sa.load %B[%k, %j] : !sa.array<80x8xf32, input>
    %p = arith.mulf %a, %b : f32
    sa.accumulate add %p, %C[%i, %j] : !sa.array<80x8xf32, inout>
  }
  sa.plan {
    %i, %j, %k = sa.loops "n"
    // expected-error @+1 {{'sa.tensorize' op cannot tensorize the loop 'k': with the loops that are unrolled already, 6400 copies of the body would be written out, and at most 4096 are; unroll fewer loops, or split them into smaller ones}}
    sa.tensorize %i, %j, %k
  }
}

// -----

sa.func @vectorize_result(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
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
    // expected-error-re @+1 {{'sa.vectorize' op cannot vectorize the loop 'i': one iteration writes B[i + 1, j] at line {{[0-9]+}}, another one reads B[i, j] at line {{[0-9]+}}, and that can be the same element of 'B'. What can: 'j'; 'unsafe_vectorize' leaves the proof to you}}
    sa.vectorize %i
  }
}

// -----

sa.func @vectorize_both(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.vectorize %i
    // expected-error @+1 {{'sa.vectorize' op cannot vectorize the loop 'j': 'i' is vectorized, and vectors have one dimension; unroll one of them}}
    sa.vectorize %j
  }
}

// -----

sa.func @parallel_in_vector(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.vectorize %i
    // expected-error @+1 {{'sa.parallelize' op cannot parallelize the loop 'j': 'i' is vectorized, and 'j' inside of it would run in parallel; put it outside}}
    sa.parallelize %j
  }
}

// -----

sa.func @parallel_result(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
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
    // expected-error-re @+1 {{'sa.parallelize' op cannot parallelize the loop 'i': one iteration writes B[i + 1, j] at line {{[0-9]+}}, another one reads B[i, j] at line {{[0-9]+}}, and that can be the same element of 'B'. What can: 'j'; 'unsafe_parallelize' leaves the proof to you}}
    sa.parallelize %i
  }
}

// -----

sa.func @parallel_gap(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 8 as "ii"
    // expected-error @+1 {{'sa.parallelize' op runs 'i' and 'j' in parallel, but 'ii' between them not: loops that are parallel together follow each other; reorder them first}}
    sa.parallelize %i, %j
  }
}

// -----

sa.func @threads(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.parallelize' op runs in 0 threads: their number is positive}}
    sa.parallelize %i max_threads(0)
  }
}

// -----

sa.func @policy(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.parallelize' op has the policy 'guided': the policies are 'static' and 'dynamic'}}
    sa.parallelize %i policy("guided")
  }
}

// -----

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

sa.func @tensorize_few(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.tensorize' op cannot tensorize the loop 'j', which is vectorized already}}
    sa.tensorize %i, %j, %j
  }
}

// -----

sa.func @tensorize_other(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j, %k) to (8, 8, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j, %k = sa.loops "n"
    // expected-error @+1 {{'sa.tensorize' op needs a nest that adds products of A[i, k] and B[k, j] to C[i, j], and does nothing else}}
    sa.tensorize %i, %j, %k
  }
}

// -----

sa.func @prefetch_distance(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.prefetch' op looks ahead by 0 iterations: the distance is positive}}
    sa.prefetch %A at %j distance(0) : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @prefetch_other(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.prefetch' op asks for elements of 'C', which nothing in the loop 'j' reads}}
    sa.prefetch %C at %j distance(1) : !sa.array<40x40xf32, inout>
  }
}

// -----

sa.func @cache_nowhere(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.cache' op of 'c' is given by a loop or by a number of elements, and needs one of them}}
    %c = sa.cache %A as "c" : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @cache_other(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.cache' op is of 'C', which the nests of this plan do not use}}
    %c = sa.cache %C as "c" at %j : !sa.array<40x40xf32, inout>
  }
}

// -----

sa.func @cache_trigger(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.cache' op of 'A' is at 'i' and filled before 'j': that has to be the same loop or one outside of it}}
    %c = sa.cache %A as "c" at %i trigger %j : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @cache_location(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.cache' op lies in 'far': the locations are 'private', 'local' and 'global'}}
    %c = sa.cache %A as "c" at %i {location = "far"} : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @cache_inside(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %c = sa.cache %A as "c" at %j : !sa.array<40x40xf32, input>
    // expected-error @+1 {{'sa.cache' op is a copy of 'c' and has to lie inside of it: at a loop inside of 'j'}}
    %d = sa.cache %c as "d" at %i : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @cache_name(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %c = sa.cache %A as "c" at %i : !sa.array<40x40xf32, input>
    // expected-error @+1 {{'sa.cache' op is named 'c', as another one is named already}}
    %d = sa.cache %A as "c" at %j : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @cache_complex(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.cache' op of 'A' holds 'complex<f32>' for 'f32': both or none have to be complex}}
    %c = sa.cache %A as "c" at %i {elementType = complex<f32>} : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @fuse_one(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.fuse' op needs at least two schedules}}
    %f = sa.fuse %i partial(0) as ["f"]
  }
}

// -----

sa.func @fuse_itself(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.fuse' op fuses a schedule with itself: 'j' is a loop of one that was named before}}
    %f = sa.fuse %i, %j partial(0) as ["f"]
  }
}

// -----

sa.func @fuse_names(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.fuse' op fuses 1 loop and needs 2 names and results: one more for the loop that tells the schedules apart}}
    %f = sa.fuse %i, %j partial(1) as ["f"]
  }
}

// -----

sa.func @fuse_result(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (40, 40) {
    %one = arith.constant 1.0 : f32
    // expected-note @+1 {{one access}}
    sa.store %one, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.nest "m" (%i, %j) to (39, 39) {
    %one = index.constant 1
    %i1 = index.add %i, %one
    // expected-note @+1 {{the other access}}
    %a = sa.load %B[%i1, %j] : !sa.array<40x40xf32, inout>
    sa.store %a, %C[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i0, %j0 = sa.loops "n"
    %i1, %j1 = sa.loops "m"
    // expected-error-re @+1 {{'sa.fuse' op would change the result: with the loop 'i' in this place, the access that reads B[i + 1, j] at line {{[0-9]+}} could come before the one that writes B[i, j] at line {{[0-9]+}} of the same element, which it has to follow. Fuse fewer loops, or order the loops of both nests so that an element is complete before it is used; 'unsafe_fuse' leaves the proof to you}}
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
  }
}

// -----

sa.func @fuse_many(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (40, 40) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.nest "m" (%i, %j) to (39, 39) {
    %one = index.constant 1
    %i1 = index.add %i, %one
    %a = sa.load %B[%i1, %j] : !sa.array<40x40xf32, inout>
    sa.store %a, %C[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i0, %j0 = sa.loops "n"
    %i1, %j1 = sa.loops "m"
    // expected-error @+1 {{'sa.fuse' op fuses 3 loops, but one of the schedules has 2}}
    %i, %j, %k, %f = sa.fuse %i0, %i1 partial(3) as ["i", "j", "k", "f"]
  }
}

// -----

sa.func @fuse_steps(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (40, 40) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.nest "m" (%i, %j) to (39, 39) {
    %one = index.constant 1
    %i1 = index.add %i, %one
    %a = sa.load %B[%i1, %j] : !sa.array<40x40xf32, inout>
    sa.store %a, %C[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i0, %j0 = sa.loops "n"
    %i1, %j1 = sa.loops "m"
    %ii = sa.split %i0 by 4 as "ii"
    // expected-error @+1 {{'sa.fuse' op cannot make one loop of 'i' with step 4 and 'i_m' with step 1: split after fusing}}
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
  }
}

// -----

sa.func @fuse_not(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (40, 40) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.nest "m" (%i, %j) to (39, 39) {
    %one = index.constant 1
    %i1 = index.add %i, %one
    %a = sa.load %B[%i1, %j] : !sa.array<40x40xf32, inout>
    sa.store %a, %C[%i, %j] : !sa.array<40x40xf32, inout>
  }
  // expected-error @+1 {{'sa.plan' op is about nests that are not fused: give each a plan of its own}}
  sa.plan {
    %i0, %j0 = sa.loops "n"
    %i1, %j1 = sa.loops "m"
  }
}

// -----

sa.func @reorder_two(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (40, 40) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.nest "m" (%i, %j) to (39, 39) {
    %one = index.constant 1
    %i1 = index.add %i, %one
    %a = sa.load %B[%i1, %j] : !sa.array<40x40xf32, inout>
    sa.store %a, %C[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i0, %j0 = sa.loops "n"
    %i1, %j1 = sa.loops "m"
    // expected-error @+1 {{'sa.reorder' op names the loops 'i' and 'i_m' of different schedules: fuse them first}}
    sa.reorder %i0, %i1
  }
}

// -----

sa.func @fuse_gone(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (40, 40) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.nest "m" (%i, %j) to (39, 39) {
    %one = index.constant 1
    %i1 = index.add %i, %one
    %a = sa.load %B[%i1, %j] : !sa.array<40x40xf32, inout>
    sa.store %a, %C[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i0, %j0 = sa.loops "n"
    %i1, %j1 = sa.loops "m"
    %f = sa.fuse %i0, %i1 partial(0) as ["f"]
    // expected-error @+1 {{'sa.split' op cannot split 'f', which tells fused nests apart and has no iterations of its own}}
    %g = sa.split %f by 2 as "g"
  }
}

// -----

sa.func @fuse_before(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.nest "m" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %C[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i0, %j0 = sa.loops "n"
    %i1, %j1 = sa.loops "m"
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
    // expected-error @+1 {{'sa.reorder' op puts the loop 'j_m', which is not one of all the fused nests, before 'f', which tells them apart}}
    sa.reorder %i, %j1, %f
  }
}

// -----

sa.func @cache_in_vector(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>) {
  sa.nest "n" (%i, %j) to (40, 40) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 8 as "ii"
    sa.reorder %i, %ii, %j
    sa.vectorize %ii
    // expected-error @+1 {{'sa.cache' op makes vectors of the loop 'ii', in which the cache 'c' is filled at 'j': the lanes would share one copy; cache at a loop outside of it}}
    %c = sa.cache %A as "c" at %j : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @vector_around_cache(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>) {
  sa.nest "n" (%i, %j) to (40, 40) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 8 as "ii"
    sa.reorder %i, %ii, %j
    %c = sa.cache %A as "c" at %j : !sa.array<40x40xf32, input>
    // expected-error @+1 {{'sa.vectorize' op makes vectors of the loop 'ii', in which the cache 'c' is filled at 'j': the lanes would share one copy; cache at a loop outside of it}}
    sa.vectorize %ii
  }
}

// -----

sa.func @cache_of_another_nest(%A: !sa.array<8x8xf32, input>, %B: !sa.array<8x8xf32, inout>) {
  sa.nest "n" (%i, %j) to (8, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<8x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<8x8xf32, inout>
  }
  sa.nest "m" (%i, %j) to (8, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<8x8xf32, input>
    sa.accumulate add %a, %B[%i, %j] : !sa.array<8x8xf32, inout>
  }
  sa.plan {
    %i0, %j0 = sa.loops "n"
    %i1, %j1 = sa.loops "m"
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
    // expected-error @+1 {{'sa.cache' op of 'A' is at 'j_m' and filled before 'j', which is a loop of another nest}}
    %c = sa.cache %A as "c" at %j1 trigger %j0 : !sa.array<8x8xf32, input>
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

!starts = !sa.array<3xui16, const>
!C = !sa.array<2x4xf32, inout>

sa.func @segments(%C: !C) {
  %starts = sa.const "starts" dense<[0, 2, 5]> : tensor<3xui16> as !starts
  sa.nest "lists" (%i, %j, %q) to (2, 4, 5) segments("q" of %starts at (i, j, q) -> (i) : !starts) {
    %one = arith.constant 1.0 : f32
    sa.accumulate add %one, %C[%i, %j] : !C
  }
  sa.plan {
    // expected-error @+1 {{'sa.loops' op is about a nest with segments, which cannot be planned}}
    %i, %j, %q = sa.loops "lists"
  }
}

// -----

!A = !sa.array<8x8xf32, inout>

sa.func @skew_across(%A: !A, %B: !A) {
  sa.nest "a" (%i, %j) to (8, 8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i, %j] : !A
  }
  sa.nest "b" (%p, %q) to (8, 8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %B[%p, %q] : !A
  }
  sa.plan {
    %i, %j = sa.loops "a"
    %p, %q = sa.loops "b"
    // expected-error @+1 {{'sa.skew' op names loops of different schedules, 'i' and 'p': fuse them first}}
    sa.skew %i with %p
  }
}

// -----

!A = !sa.array<8x8xf32, inout>

sa.func @twice(%A: !A) {
  sa.nest "a" (%i, %j) to (8, 8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i, %j] : !A
  }
  sa.plan {
    %i, %j = sa.loops "a"
    sa.unroll %j
    // expected-error @+1 {{'sa.vectorize' op cannot vectorize the loop 'j', which is unrolled already}}
    sa.vectorize %j
  }
}

// -----

sa.func @not_innermost(%A: !sa.array<8x8xf32, input>, %B: !sa.array<8x8xf32, input>,
    %C: !sa.array<8x8xf32, inout>) {
  sa.nest "mm" (%i, %j, %k, %l) to (8, 8, 8, 2) {
    %a = sa.load %A[%i, %k] : !sa.array<8x8xf32, input>
    %b = sa.load %B[%k, %j] : !sa.array<8x8xf32, input>
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %C[%i, %j] : !sa.array<8x8xf32, inout>
  }
  sa.plan {
    %i, %j, %k, %l = sa.loops "mm"
    // expected-error @+1 {{'sa.tensorize' op needs the three innermost loops, in any order, not 'i', 'j' and 'k'}}
    sa.tensorize %i, %j, %k
  }
}
