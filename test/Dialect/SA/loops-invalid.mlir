// RUN: saopt %s --split-input-file --verify-diagnostics

// Rule C6 of functions: what stands in the loops that plans become.

sa.func @operation(%A: !sa.array<8xf32, inout>) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      // expected-error@+1 {{'memref.alloc' op cannot stand in a function: it is not among the operations on scalars that can be compiled}}
      %m = memref.alloc() : memref<4xf32>
    }
  }
}

// -----

sa.func @type(%x: f32) {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{'arith.extf' op computes with the type 'f128': values are index, i1, i8 to i64, f16, bf16, f32, f64, complex<f32> or complex<f64>}}
    %y = arith.extf %x : f32 to f128
  }
}

// -----

sa.func @lanes(%v: f32) {
  affine.for %i = 0 to 8 {
    %a = arith.constant dense<true> : vector<4xi1>
    // expected-error@+1 {{'arith.addi' op computes with i1, which is a truth value and not a number}}
    %b = arith.addi %a, %a : vector<4xi1>
  }
}

// -----

sa.func @divisor(%A: !sa.array<8xf32, inout>, %n: index) {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{'affine.apply' op divides by something that is not a positive constant}}
    %j = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%i)[%n]
  }
}

// -----

sa.func @run(%A: !sa.array<8xf32, inout>) {
  // expected-error@+3 {{expected one of [sequential, parallel, unroll, vectorize, block_x, block_y, block_z, thread_x, thread_y, thread_z, subgroup] for how the iterations of a loop run, got: backwards}}
  // expected-error@+2 {{failed to parse SA_ExecutionAttr}}
  affine.for %i = 0 to 8 {
  } {sa.execution = #sa.execution<backwards>}
}

// -----

sa.func @string_execution(%A: !sa.array<8xf32, inout>) {
  // expected-error@+1 {{'affine.for' op has the attribute sa.execution = "parallel", which is not an #sa.execution}}
  affine.for %i = 0 to 8 {
  } {sa.execution = "parallel"}
}

// -----

sa.func @string_policy(%A: !sa.array<8xf32, inout>) {
  // expected-error@+1 {{'affine.for' op has the attribute sa.policy = "static", which is not an #sa.policy}}
  affine.for %i = 0 to 8 {
  } {sa.execution = #sa.execution<parallel>, sa.policy = "static"}
}

// -----

// Vectors stand in loops only.
sa.func @outside() {
  // expected-error@+1 {{'arith.constant' op computes with the type 'vector<4xf32>': values are index, i1, i8 to i64, f16, bf16, f32, f64, complex<f32> or complex<f64>}}
  %v = arith.constant dense<0.0> : vector<4xf32>
}

// -----

sa.func @copy_without_a_loop(%A: !sa.array<8xf32, input>) {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{'sa.loop_cache' op is not followed by the loop that uses the copy}}
    %c = sa.loop_cache %A as "c" at "j" : !sa.array<8xf32, input>
  } {sa.index = "i"}
}

// -----

sa.func @buffer_of_any_size(%n: index) {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{'sa.buffer' op makes an array of role 'temp' with a static shape, not '!sa.array<?xf32, temp, sizes = [N]>'}}
    %b = sa.buffer "b" private : !sa.array<?xf32, temp, sizes = [N]>
  }
}

// -----

sa.func @buffer_outside() {
  // expected-error@+1 {{'sa.buffer' op stands outside of the loops of a kernel}}
  %b = sa.buffer "b" private : !sa.array<4xf32, temp>
}

// -----

sa.func @steps(%A: !sa.array<8x8xf32, input>) {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{'sa.vector_load' op has 2 indices, but steps for 1}}
    %v = sa.vector_load %A[%i, %i] step [1] : !sa.array<8x8xf32, input> to vector<4xf32>
  }
}

// -----

sa.func @reduction(%A: !sa.array<8x4xf32, input>, %C: !sa.array<4xf32, inout>) {
  affine.for %i = 0 to 4 {
    // expected-error@+1 {{'affine.for' op is parallel, and its iterations accumulate into the same elements of "C", which is not among its sa.reductions}}
    affine.for %k = 0 to 8 {
      %a = sa.load %A[%k, %i] : !sa.array<8x4xf32, input>
      // expected-note@+1 {{accumulated here}}
      sa.accumulate add %a, %C[%i] : !sa.array<4xf32, inout>
    } {sa.execution = #sa.execution<parallel>}
  }
}

// -----

// Other arrays than those that are named.

sa.func @other_reduction(%A: !sa.array<8xf32, input>, %C: !sa.array<1xf32, inout>, %D: !sa.array<1xf32, inout>) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{accumulate into the same elements of "D", which is not among its sa.reductions}}
  affine.for %k = 0 to 8 {
    %a = sa.load %A[%k] : !sa.array<8xf32, input>
    sa.accumulate add %a, %C[%zero] : !sa.array<1xf32, inout>
    // expected-note@+1 {{accumulated here}}
    sa.accumulate add %a, %D[%zero] : !sa.array<1xf32, inout>
  } {sa.execution = #sa.execution<parallel>, sa.reductions = ["C"]}
}
