// RUN: saopt %s --sa-check-outputs --split-input-file --verify-diagnostics

!C = !sa.array<4x5xf32, output>

sa.func @accumulate(%C: !C, %x: f32) {
  sa.nest (%i, %j, %k) to (4, 5, 6) {
    // expected-error-re @+1 {{'sa.accumulate' op reads 'C', an 'output', before anything is known to have written that element (at i = {{[0-9]+}}, j = {{[0-9]+}}, k = {{[0-9]+}}): write it first, or give the array the role 'inout'}}
    sa.accumulate add %x, %C[%i, %j] : !C
  }
}

// -----

// Written, but not everywhere.
!C = !sa.array<4x5xf32, output>
sa.func @part(%C: !C, %x: f32) {
  sa.nest (%i, %j) to (4, 4) {
    sa.store %x, %C[%i, %j] : !C
  }
  sa.nest (%i, %j) to (4, 5) {
    // expected-error-re @+1 {{'sa.load' op reads 'C', an 'output', before anything is known to have written that element (at i = {{[0-9]+}}, j = 4)}}
    %c = sa.load %C[%i, %j] : !C
  }
}

// -----

// Written later.
sa.func @later(%C: !sa.array<8xf32, output>, %x: f32) {
  sa.nest (%i) to (8) {
    // expected-error @+1 {{'sa.load' op reads 'C', an 'output', before anything is known}}
    %c = sa.load %C[%i] : !sa.array<8xf32, output>
    sa.store %c, %C[%i] : !sa.array<8xf32, output>
  }
}

// -----

// The first point has no earlier one.
sa.func @first(%C: !sa.array<8xf32, output>, %x: f32) {
  sa.nest (%i) to (7) {
    // expected-error @+1 {{'sa.load' op reads 'C', an 'output', before anything is known to have written that element (at i = 0)}}
    %c = sa.load %C[%i] : !sa.array<8xf32, output>
    %next = affine.apply affine_map<(i) -> (i + 1)>(%i)
    sa.store %c, %C[%next] : !sa.array<8xf32, output>
  }
}

// -----

sa.func @rank_zero(%C: !sa.array<f32, output>, %x: f32) {
  sa.nest () to () {
    // expected-error @+1 {{'sa.accumulate' op reads 'C', an 'output', before anything is known to have written that element: write}}
    sa.accumulate add %x, %C[] : !sa.array<f32, output>
  }
}

// -----

// What the sizes are belongs to the point.
!V = !sa.array<?xf32, output, sizes = [N]>
sa.func @sizes(%C: !V, %x: f32) {
  %n = sa.dim %C, 0 : !V
  sa.nest (%i) to (%n) {
    // expected-error-re @+1 {{before anything is known to have written that element (at i = {{[0-9]+}}, N = {{[1-9][0-9]*}}): write it first}}
    sa.accumulate add %x, %C[%i] : !V
  }
}

// -----

// What runs over segments writes at some points only.
!starts = !sa.array<3xui16, const>
!O = !sa.array<2x5xf32, output>
!I = !sa.array<2x5xf32, inout>

sa.func @segments(%C: !O, %D: !I, %x: f32) {
  %starts = sa.const "starts" dense<[0, 2, 5]> : tensor<3xui16> as !starts
  sa.nest (%i, %q) to (2, 5) parallel("i")
      segments("q" of %starts at (i, q) -> (i) : !starts) {
    sa.store %x, %C[%i, %q] : !O
  }
  sa.nest (%i, %q) to (2, 5) {
    // expected-error @+1 {{reads}}
    %c = sa.load %C[%i, %q] : !O
    sa.store %c, %D[%i, %q] : !I
  }
}
