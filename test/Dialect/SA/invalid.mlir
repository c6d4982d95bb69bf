// RUN: saopt %s --split-input-file --verify-diagnostics

// What a program must not do, one mistake at a time. The rules are those of the
// operations and types, whose own files try them in full.

// A write to an input.
sa.func @write_input(%A: !sa.array<4xf32, input>, %x: f32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.store' op writes 'A', which has the role 'input' and is read-only}}
    sa.store %x, %A[%i] : !sa.array<4xf32, input>
  }
}

// -----

// A write to a constant.
sa.func @write_const(%x: f32) {
  %W = sa.const "W" dense<1.0> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.accumulate' op writes 'W', which has the role 'const' and is read-only}}
    sa.accumulate add %x, %W[%i] : !sa.array<4xf32, const>
  }
}

// -----

// A wrong number of indices.
sa.func @number_of_indices(%A: !sa.array<4x4xf32, input>) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'sa.load' op accesses 'A', which has 2 dimensions, with 1 index}}
    %a = sa.load %A[%i] : !sa.array<4x4xf32, input>
  }
}

// -----

// A constant index past the end of the shape.
sa.func @index_above(%A: !sa.array<4xf32, input>) {
  %four = arith.constant 4 : index
  sa.nest () to () {
    // expected-error @+1 {{'sa.load' op accesses 'A' at index 4 of dimension 0, which ends at 3}}
    %a = sa.load %A[%four] : !sa.array<4xf32, input>
  }
}

// -----

// A constant index before its beginning.
sa.func @index_below(%A: !sa.array<4xf32, input>) {
  %minus_one = arith.constant -1 : index
  sa.nest () to () {
    // expected-error @+1 {{'sa.load' op accesses 'A' at index -1 of dimension 0, which ends at 3}}
    %a = sa.load %A[%minus_one] : !sa.array<4xf32, input>
  }
}

// -----

// A type mismatch.
// expected-note @+1 {{prior use here}}
sa.func @type_mismatch(%C: !sa.array<4xf32, inout>, %x: f64) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{use of value '%x' expects different type than prior uses: 'f32' vs 'f64'}}
    sa.store %x, %C[%i] : !sa.array<4xf32, inout>
  }
}

// -----

// A temporary in the signature.
// expected-error @+1 {{'T' is a 'temp' array and cannot be in the signature: make it in the body with sa.temp}}
sa.func @temp_argument(%T: !sa.array<4xf32, temp>) {
}

// -----

// A constant in the signature.
// expected-error @+1 {{'W' is a 'const' array and cannot be in the signature: make it in the body with sa.const}}
sa.func @const_argument(%W: !sa.array<4xf32, const>) {
}

// -----

// A layout of a different rank.
// expected-error @+1 {{the layout has 1 stride, but the shape has 2 dimensions}}
sa.func @layout_rank(%A: !sa.array<4x4xf32, input, #sa.strided<[1]>>) {
}
