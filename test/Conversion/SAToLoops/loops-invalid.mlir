// RUN: saopt %s --convert-sa-to-loops --split-input-file --verify-diagnostics

// A value that a kernel computes stays in it.
sa.func @handed(%A: !sa.array<8xf32, inout>, %x: f32) {
  // expected-error@+1 {{'affine.for' op is computed in a kernel of one work-item, and used outside of it: compute it where it is used, or keep it in an array}}
  %sum = affine.for %i = 0 to 8 iter_args(%old = %x) -> (f32) {
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    %new = arith.addf %old, %a : f32
    affine.yield %new : f32
  } {sa.index = "i"}
  affine.for %j = 0 to 8 {
    sa.store %sum, %A[%j] : !sa.array<8xf32, inout>
  } {sa.index = "j", sa.execution = #sa.execution<parallel>}
}

// -----

sa.func @reduced(%A: !sa.array<8xf32, inout>, %x: f32) {
  // expected-error@+1 {{'affine.for' op runs in parallel and has results, which kernels cannot give: keep what is handed on in an array}}
  %sum = affine.for %i = 0 to 8 iter_args(%old = %x) -> (f32) {
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    %new = arith.addf %old, %a : f32
    affine.yield %new : f32
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// -----

sa.func @around(%A: !sa.array<8xf32, inout>, %x: f32) {
  // expected-error@+1 {{'affine.for' op has kernels in it and results, which kernels cannot give: keep what is handed on in an array}}
  %last = affine.for %i = 0 to 8 iter_args(%old = %x) -> (f32) {
    affine.for %j = 0 to 8 {
      sa.store %old, %A[%j] : !sa.array<8xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<parallel>}
    affine.yield %old : f32
  } {sa.index = "i"}
}

// -----

sa.func @chosen(%A: !sa.array<8xf32, inout>, %n: index, %x: f32) {
  // expected-error@+1 {{'affine.if' op has kernels in it and results, which kernels cannot give: keep what is handed on in an array}}
  %y = affine.if affine_set<()[n] : (n >= 0)>()[%n] -> f32 {
    affine.for %j = 0 to 8 {
      sa.store %x, %A[%j] : !sa.array<8xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<parallel>}
    affine.yield %x : f32
  } else {
    affine.yield %x : f32
  }
}
