// RUN: saopt %s --split-input-file --verify-diagnostics

// C1 of the array type: what an array cannot hold.

// C1: the element type.
// expected-error @+1 {{an array cannot hold 'i7': its elements are i1, i8 to i64, ui8 to ui64, f16, bf16, f32, f64, complex<f32> or complex<f64>}}
sa.func @odd_width(%A: !sa.array<4xi7, input>) {
}

// -----

// C1
// expected-error @+1 {{an array cannot hold 'si32': its elements are}}
sa.func @signed_type(%A: !sa.array<4xsi32, input>) {
}

// -----

// C1
// expected-error @+1 {{an array cannot hold 'ui1': its elements are}}
sa.func @unsigned_bool(%A: !sa.array<4xui1, input>) {
}

// -----

// C1
// expected-error @+1 {{an array cannot hold 'f128': its elements are}}
sa.func @wide_float(%A: !sa.array<4xf128, input>) {
}

// -----

// C1
// expected-error @+1 {{an array cannot hold 'index': its elements are}}
sa.func @index_elements(%A: !sa.array<4xindex, input>) {
}

// -----

// C1
// expected-error @+1 {{an array cannot hold 'vector<4xf32>': its elements are}}
sa.func @vectors(%A: !sa.array<4xvector<4xf32>, input>) {
}

// -----

// C1: only the parts that NumPy knows.
// expected-error @+1 {{an array cannot hold 'complex<f16>': its elements are}}
sa.func @complex_halves(%A: !sa.array<4xcomplex<f16>, input>) {
}

// -----

// C1
// expected-error @+1 {{an array cannot hold 'complex<i32>': its elements are}}
sa.func @complex_integers(%A: !sa.array<4xcomplex<i32>, input>) {
}
