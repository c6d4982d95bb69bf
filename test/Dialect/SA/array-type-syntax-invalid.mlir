// RUN: saopt %s --split-input-file --verify-diagnostics

// How an array type is not written.

// expected-error @+1 {{expected an element type: i1, i8 to i64, ui8 to ui64, f16, bf16, f32, f64, complex<f32> or complex<f64>}}
sa.func @no_element_type(%A: !sa.array<64x32xf31, input>) {
}

// -----

// expected-error @+1 {{unknown role 'external': a role is input, inout, output, const or temp}}
sa.func @no_role(%A: !sa.array<4xf32, external>) {
}

// -----

// expected-error @+1 {{expected at most one layout, then 'domain', then 'sizes'}}
sa.func @two_layouts(%A: !sa.array<4xf32, input, #sa.strided<[1]>, #sa.strided<[1]>>) {
}

// -----

// expected-error @+1 {{expected at most one layout, then 'domain', then 'sizes'}}
sa.func @after_sizes(%A: !sa.array<?xf32, input, sizes = [M],>) {
}

// -----

// expected-error @+1 {{expected at most one layout, then 'domain', then 'sizes'}}
sa.func @layout_after_sizes(%A: !sa.array<?xf32, input, sizes = [M], #sa.strided<[1]>>) {
}
