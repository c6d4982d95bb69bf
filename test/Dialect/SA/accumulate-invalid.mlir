// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules of accumulations. C1 to C3 are those of stores, under another name.

// C1: one index for each dimension.
sa.func @few_indices(%C: !sa.array<4x4xf32, inout>, %x: f32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.accumulate' op accesses 'C', which has 2 dimensions, with 1 index}}
    sa.accumulate add %x, %C[%i] : !sa.array<4x4xf32, inout>
  }
}

// -----

// C2: a constant index lies inside the shape.
sa.func @below(%C: !sa.array<4xf32, inout>, %x: f32) {
  %minus_two = arith.constant -2 : index
  sa.nest () to () {
    // expected-error @+1 {{'sa.accumulate' op accesses 'C' at index -2 of dimension 0, which ends at 3}}
    sa.accumulate add %x, %C[%minus_two] : !sa.array<4xf32, inout>
  }
}

// -----

// C3: the role allows writing.
sa.func @input(%A: !sa.array<4xf32, input>, %x: f32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.accumulate' op writes 'A', which has the role 'input' and is read-only}}
    sa.accumulate add %x, %A[%i] : !sa.array<4xf32, input>
  }
}

// -----

// C4: the kind fits the type.
sa.func @and_of_floats(%C: !sa.array<4xf32, inout>, %x: f32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.accumulate' op cannot accumulate 'f32' with 'and'}}
    sa.accumulate and %x, %C[%i] : !sa.array<4xf32, inout>
  }
}

// -----

// C4
sa.func @or_of_floats(%C: !sa.array<4xbf16, inout>, %x: bf16) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.accumulate' op cannot accumulate 'bf16' with 'or'}}
    sa.accumulate or %x, %C[%i] : !sa.array<4xbf16, inout>
  }
}

// -----

// C4
sa.func @sum_of_truths(%C: !sa.array<4xi1, inout>, %b: i1) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.accumulate' op cannot accumulate 'i1' with 'add'}}
    sa.accumulate add %b, %C[%i] : !sa.array<4xi1, inout>
  }
}

// -----

// C4
sa.func @largest_truth(%C: !sa.array<4xi1, inout>, %b: i1) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.accumulate' op cannot accumulate 'i1' with 'max'}}
    sa.accumulate max %b, %C[%i] : !sa.array<4xi1, inout>
  }
}

// -----

// The value has the array's element type.
// expected-note @+1 {{prior use here}}
sa.func @type(%C: !sa.array<4xui8, inout>, %n: i32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{use of value '%n' expects different type than prior uses: 'i8' vs 'i32'}}
    sa.accumulate add %n, %C[%i] : !sa.array<4xui8, inout>
  }
}

// -----

sa.func @generic_type(%C: !sa.array<f32, inout>, %x: f64) {
  sa.nest () to () {
    // expected-error @+1 {{'sa.accumulate' op failed to verify that the value has the array's element type}}
    "sa.accumulate"(%x, %C) <{kind = 0 : i32}> : (f64, !sa.array<f32, inout>) -> ()
  }
}

// -----

// C4: complex numbers have no order and no bits.
sa.func @complex_min(%C: !sa.array<4xcomplex<f32>, inout>) {
  sa.nest (%i) to (4) {
    %z = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
    // expected-error @+1 {{'sa.accumulate' op cannot accumulate 'complex<f32>' with 'min'}}
    sa.accumulate min %z, %C[%i] : !sa.array<4xcomplex<f32>, inout>
  }
}

// -----

// C4: complex numbers have no order and no bits.
sa.func @complex_max(%C: !sa.array<4xcomplex<f32>, inout>) {
  sa.nest (%i) to (4) {
    %z = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
    // expected-error @+1 {{'sa.accumulate' op cannot accumulate 'complex<f32>' with 'max'}}
    sa.accumulate max %z, %C[%i] : !sa.array<4xcomplex<f32>, inout>
  }
}

// -----

// C4: complex numbers have no order and no bits.
sa.func @complex_and(%C: !sa.array<4xcomplex<f32>, inout>) {
  sa.nest (%i) to (4) {
    %z = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
    // expected-error @+1 {{'sa.accumulate' op cannot accumulate 'complex<f32>' with 'and'}}
    sa.accumulate and %z, %C[%i] : !sa.array<4xcomplex<f32>, inout>
  }
}

// -----

// C4: complex numbers have no order and no bits.
sa.func @complex_or(%C: !sa.array<4xcomplex<f32>, inout>) {
  sa.nest (%i) to (4) {
    %z = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
    // expected-error @+1 {{'sa.accumulate' op cannot accumulate 'complex<f32>' with 'or'}}
    sa.accumulate or %z, %C[%i] : !sa.array<4xcomplex<f32>, inout>
  }
}
