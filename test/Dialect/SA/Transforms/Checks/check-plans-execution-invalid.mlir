// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans))' --split-input-file --verify-diagnostics

// Unrolled, vectorized, tensorized and parallel loops that are not possible, or would
// change a result.

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
    // expected-error-re @+1 {{'sa.vectorize' op cannot vectorize the loop 'i': one iteration writes B[i + 1, j] at line {{[0-9]+}}, another one reads B[i, j] at line {{[0-9]+}}, and that can be the same element of 'B'. What can: 'j'; 'unsafe' leaves the proof to you}}
    sa.vectorize %i
  }
}

// -----

// C3: rows are written out.

sa.func @many_rows(%A: !sa.array<2000x8xf32, inout>) {
  sa.nest "n" (%i, %j) to (2000, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<2000x8xf32, inout>
    sa.store %a, %A[%i, %j] : !sa.array<2000x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.vectorize %i
    // expected-error @+1 {{'sa.vectorize' op cannot vectorize the loop 'i', which has 2000 iterations: at most 1024 are written out; split it, and vectorize the inner loop}}
    sa.vectorize %j
  }
}

// -----

sa.func @tensorize_in_vectors(%A: !sa.array<8x8x8xf32, input>, %B: !sa.array<8x8xf32, input>, %C: !sa.array<8x8xf32, inout>) {
  sa.nest "n" (%l, %i, %j, %k) to (8, 8, 8, 8) {
    %a = sa.load %A[%l, %i, %k] : !sa.array<8x8x8xf32, input>
    %b = sa.load %B[%k, %j] : !sa.array<8x8xf32, input>
    %p = arith.mulf %a, %b : f32
    sa.accumulate add %p, %C[%i, %j] : !sa.array<8x8xf32, inout>
  }
  sa.plan {
    %l, %i, %j, %k = sa.loops "n"
    sa.vectorize %l
    // expected-error @+1 {{'sa.tensorize' op cannot tensorize the loop 'j': 'l' is vectorized, and vectors have one dimension; unroll one of them}}
    sa.tensorize %i, %j, %k
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
    // expected-error-re @+1 {{'sa.parallelize' op cannot parallelize the loop 'i': one iteration writes B[i + 1, j] at line {{[0-9]+}}, another one reads B[i, j] at line {{[0-9]+}}, and that can be the same element of 'B'. What can: 'j'; 'unsafe' leaves the proof to you}}
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
    // expected-error @+2 {{expected one of [static, dynamic] for how iterations are distributed over work-items, got: guided}}
    // expected-error @+1 {{failed to parse SA_ThreadPolicyAttr}}
    sa.parallelize %i policy(<guided>)
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
