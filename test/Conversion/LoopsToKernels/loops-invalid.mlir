// RUN: saopt %s --convert-sa-loops-to-kernels --split-input-file --verify-diagnostics

// A kernel's range starts at 0, counts by 1 and has no results.

func.func @start(%A: memref<?xf32>, %x: f32) {
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  // expected-error @+1 {{'scf.parallel' op cannot become a kernel: it must run from 0 in steps of 1 and have no results}}
  scf.parallel (%i) = (%one) to (%four) step (%one) {
    memref.store %x, %A[%i] : memref<?xf32>
    scf.reduce
  }
  return
}

// -----

func.func @step(%A: memref<?xf32>, %x: f32) {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %four = arith.constant 4 : index
  // expected-error @+1 {{'scf.parallel' op cannot become a kernel}}
  scf.parallel (%i) = (%zero) to (%four) step (%two) {
    memref.store %x, %A[%i] : memref<?xf32>
    scf.reduce
  }
  return
}

// -----

func.func @result(%A: memref<?xf32>, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  // expected-error @+1 {{'scf.parallel' op cannot become a kernel}}
  %sum = scf.parallel (%i) = (%zero) to (%four) step (%one) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      scf.reduce.return %c : f32
    }
  }
  return
}
