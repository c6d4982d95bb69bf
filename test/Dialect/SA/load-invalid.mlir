// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules of loads.

// C1: one index for each dimension.
sa.func @few_indices(%A: !sa.array<4x4xf32, input>) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.load' op accesses 'A', which has 2 dimensions, with 1 index}}
    %a = sa.load %A[%i] : !sa.array<4x4xf32, input>
  }
}

// -----

// C1
sa.func @no_indices(%A: !sa.array<4xf32, input>) {
  sa.nest () to () {
    // expected-error @+1 {{'sa.load' op accesses 'A', which has 1 dimension, with 0 indices}}
    %a = sa.load %A[] : !sa.array<4xf32, input>
  }
}

// -----

// C2: a constant index lies inside the shape.
sa.func @above(%A: !sa.array<4x8xf32, input>) {
  %eight = arith.constant 8 : index
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.load' op accesses 'A' at index 8 of dimension 1, which ends at 7}}
    %a = sa.load %A[%i, %eight] : !sa.array<4x8xf32, input>
  }
}

// -----

// C2
sa.func @below(%A: !sa.array<4xf32, input>) {
  %minus_one = index.constant -1
  sa.nest () to () {
    // expected-error @+1 {{'sa.load' op accesses 'A' at index -1 of dimension 0, which ends at 3}}
    %a = sa.load %A[%minus_one] : !sa.array<4xf32, input>
  }
}

// -----

// C2
sa.func @below_run_time_size(%A: !sa.array<?xf32, input>) {
  %minus_one = arith.constant -1 : index
  sa.nest () to () {
    // expected-error @+1 {{'sa.load' op accesses 'A' at index -1 of dimension 0, which starts at 0}}
    %a = sa.load %A[%minus_one] : !sa.array<?xf32, input>
  }
}

// -----

// C2
sa.func @no_elements(%A: !sa.array<0xf32, input>) {
  %zero = arith.constant 0 : index
  sa.nest () to () {
    // expected-error @+1 {{'sa.load' op accesses 'A' at index 0 of dimension 0, which has no elements}}
    %a = sa.load %A[%zero] : !sa.array<0xf32, input>
  }
}

// -----

sa.func @outside(%A: !sa.array<f32, input>) {
  // expected-error @+1 {{'sa.load' op accesses 'A' outside of a nest}}
  %a = sa.load %A[] : !sa.array<f32, input>
}

// -----

sa.func @type(%A: !sa.array<f32, input>) {
  sa.nest () to () {
    // expected-error @+2 {{'sa.load' op failed to infer returned types}}
    // expected-error @+1 {{'sa.load' op inferred type(s) 'f32' are incompatible with return type(s) of operation 'f64'}}
    %a = "sa.load"(%A) : (!sa.array<f32, input>) -> f64
  }
}

// -----

// Arrays are known by name; nothing computes one.
sa.func @computed(%A: !sa.array<f32, input>) {
  %B = builtin.unrealized_conversion_cast %A : !sa.array<f32, input> to !sa.array<f32, inout>
  sa.nest () to () {
    // expected-error @+1 {{'sa.load' op accesses an array that is not an argument, a constant or a temporary of the function}}
    %b = sa.load %B[] : !sa.array<f32, inout>
  }
}

// -----

sa.func @no_array(%x: f32) {
  sa.nest () to () {
    // expected-error @+1 {{'sa.load' op operand #0 must be an array with a role, a shape, an element type and a layout, but got 'f32'}}
    %a = "sa.load"(%x) : (f32) -> f32
  }
}
