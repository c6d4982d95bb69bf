// RUN: saopt %s --convert-sa-to-loops --split-input-file --verify-diagnostics

sa.func @groups(%A: !sa.array<8x8xf32, inout>, %x: f32) {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{'affine.for' op is bound to groups, but how many there are depends on a loop around it that is part of the kernel: bind it to work-items, or run it in order}}
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      sa.store %x, %A[%i, %j] : !sa.array<8x8xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<block_y>}
  } {sa.index = "i", sa.execution = #sa.execution<block_x>}
}

// -----

sa.func @items(%A: !sa.array<?xf32, inout, sizes = [N]>, %x: f32) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [N]>
  // expected-error@+1 {{'affine.for' op is bound to the work-items of a group, whose number must be known when the program is compiled: split it by a number, and bind the inner loop}}
  affine.for %i = 0 to %n {
    sa.store %x, %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
  } {sa.index = "i", sa.execution = #sa.execution<thread_x>}
}

// -----

sa.func @twice(%A: !sa.array<8x8xf32, inout>, %x: f32) {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{'affine.for' op is bound to 'thread_x', as a loop around it is}}
    affine.for %j = 0 to 8 {
      sa.store %x, %A[%i, %j] : !sa.array<8x8xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<thread_x>}
  } {sa.index = "i", sa.execution = #sa.execution<thread_x>}
}

// -----

sa.func @barrier(%A: !sa.array<?xf32, inout, sizes = [N]>, %x: f32) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [N]>
  affine.for %i = 0 to min affine_map<()[n] -> (8, n)>()[%n] {
    // expected-error@+1 {{'gpu.barrier' op is not reached by all the work-items of a group: a loop around it that is bound to them does not run for all of them}}
    gpu.barrier
  } {sa.index = "i", sa.execution = #sa.execution<thread_x>}
}

// -----

sa.func @results(%A: !sa.array<8xf32, inout>, %x: f32) {
  // expected-error@+1 {{'affine.for' op runs in parallel and has results, which kernels cannot give: keep what is handed on in an array}}
  %y = affine.for %i = 0 to 8 iter_args(%old = %x) -> (f32) {
    affine.yield %old : f32
  } {sa.index = "i", sa.execution = #sa.execution<thread_x>}
}
