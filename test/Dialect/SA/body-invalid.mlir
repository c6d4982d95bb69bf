// RUN: saopt %s --split-input-file --verify-diagnostics

// What may not stand in a function (C5 of sa.func) or a nest (C5 of sa.nest).

sa.func @memory_in_function() {
  // expected-error @+1 {{'memref.alloc' op cannot stand in a function: it is not among the operations on scalars that can be compiled}}
  %m = memref.alloc() : memref<4xf32>
}

// -----

sa.func @loop(%A: !sa.array<4xf32, inout>, %n: index, %x: f32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'scf.while' op cannot stand in a function}}
    scf.while : () -> () {
      %go = arith.cmpi slt, %i, %n : index
      scf.condition(%go)
    } do {
      scf.yield
    }
  }
}

// -----

func.func private @callee(f32) -> f32
sa.func @call(%x: f32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'func.call' op cannot stand in a function}}
    %y = func.call @callee(%x) : (f32) -> f32
  }
}

// -----

sa.func @no_lowering(%n: i32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'math.ctlz' op cannot stand in a function}}
    %z = math.ctlz %n : i32
  }
}

// -----

sa.func @odd_width(%n: i32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'arith.trunci' op computes with the type 'i7': values are index, i1, i8 to i64, f16, bf16, f32, f64, complex<f32> or complex<f64>}}
    %t = arith.trunci %n : i32 to i7
  }
}

// -----

sa.func @vector() {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'arith.constant' op computes with the type 'vector<4xf32>'}}
    %v = arith.constant dense<1.0> : vector<4xf32>
  }
}

// -----

sa.func @small_float(%x: f32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'arith.truncf' op computes with the type 'f8E4M3FN'}}
    %t = arith.truncf %x : f32 to f8E4M3FN
  }
}

// -----

sa.func @add_truth(%b: i1) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'arith.addi' op computes with i1, which is a truth value and not a number}}
    %t = arith.addi %b, %b : i1
  }
}

// -----

// A signed order of truth values would have true below false.
sa.func @order_truth(%b: i1) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'arith.cmpi' op computes with i1, which is a truth value and not a number}}
    %t = arith.cmpi slt, %b, %b : i1
  }
}

// -----

sa.func @computed_array(%A: !sa.array<4xf32, inout>,
                        %B: !sa.array<4xf32, inout>, %b: i1) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'arith.select' op computes with the type '!sa.array<4xf32, inout>'}}
    %C = arith.select %b, %A, %B : !sa.array<4xf32, inout>
  }
}

// -----

sa.func @nest_in_nest() {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.nest' op expects parent op to be one of 'sa.func, sa.loop, sa.if_moved'}}
    sa.nest (%j) to (4) {
    }
  }
}

// -----

// Divisors are positive constants.
sa.func @division(%n: index) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'affine.apply' op divides by something that is not a positive constant}}
    %q = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%i)[%n]
  }
}

// -----

// Of the complex dialect there is arithmetic, and no functions.
sa.func @complex_exponential(%A: !sa.array<4xcomplex<f32>, inout>) {
  sa.nest (%i) to (4) {
    %a = sa.load %A[%i] : !sa.array<4xcomplex<f32>, inout>
    // expected-error @+1 {{'complex.exp' op cannot stand in a function: it is not among the operations on scalars that can be compiled}}
    %e = complex.exp %a : complex<f32>
  }
}

// -----

sa.func @complex_bits(%A: !sa.array<4xcomplex<f32>, inout>) {
  sa.nest (%i) to (4) {
    %a = sa.load %A[%i] : !sa.array<4xcomplex<f32>, inout>
    // expected-error @+1 {{'complex.bitcast' op cannot stand in a function}}
    %b = complex.bitcast %a : complex<f32> to i64
  }
}

// -----

sa.func @complex_halves(%x: f16) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'complex.create' op computes with the type 'complex<f16>'}}
    %z = complex.create %x, %x : complex<f16>
  }
}
