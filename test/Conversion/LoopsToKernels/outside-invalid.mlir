// RUN: saopt %s --convert-sa-loops-to-kernels --split-input-file --verify-diagnostics

// What touches an array outside of a parallel loop has no place to go.

func.func @store(%A: memref<?xf32>, %x: f32) {
  %zero = arith.constant 0 : index
  // expected-error @+1 {{'memref.store' op is not part of a parallel loop and cannot become part of a kernel}}
  memref.store %x, %A[%zero] : memref<?xf32>
  return
}

// -----

func.func @loop(%A: memref<?xf32>, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %one step %one {
    // expected-error @+1 {{'memref.store' op is not part of a parallel loop and cannot become part of a kernel}}
    memref.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// Loops of the host hand nothing on.
func.func @carries(%x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // expected-error @+1 {{'scf.for' op is not part of a parallel loop and cannot become part of a kernel}}
  %y = scf.for %i = %zero to %one step %one iter_args(%old = %x) -> (f32) {
    scf.yield %old : f32
  }
  return
}

// -----

// Memory is made once for a call.
func.func @memory(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    // expected-error @+1 {{'sa.alloc' op is not part of a parallel loop and cannot become part of a kernel}}
    %T = sa.alloc "T" (%n) of f32 : memref<?xf32>
  }
  return
}
