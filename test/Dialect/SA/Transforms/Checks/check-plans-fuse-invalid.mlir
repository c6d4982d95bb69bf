// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans))' --split-input-file --verify-diagnostics

// Fusions of nests that are not possible, or would change a result.

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
    // expected-error-re @+1 {{'sa.fuse' op would change the result: with the loop 'i' in this place, the access that reads B[i + 1, j] at line {{[0-9]+}} could come before the one that writes B[i, j] at line {{[0-9]+}} of the same element, which it has to follow. Fuse fewer loops, or order the loops of both nests so that an element is complete before it is used; 'unsafe' leaves the proof to you}}
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
