// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans))' --split-input-file --verify-diagnostics

// Splits, orders, pads and skews of loops that are not possible, or would change a
// result.

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
    // expected-error @+1 {{'sa.split' op splits 'i' into tiles that are too large to count}}
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
    // expected-error-re @+1 {{'sa.reorder' op would change the result: with the loop 'j' in this place, the access that reads B[i, j + 1] at line {{[0-9]+}} could come before the one that writes B[i + 1, j] at line {{[0-9]+}} of the same element, which it has to follow. Keep the loops that carry this in their order; 'unsafe' leaves the proof to you}}
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
    // expected-error @+1 {{'sa.pad' op pads the loop 'i' by 70368744177664 tiles of 8 iterations, which are more than 2^48}}
    sa.pad %i by 70368744177664
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
