// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules of the array type, C1 to C6, and its syntax.

// C1: the element type.
// expected-error @+1 {{an array cannot hold 'i7': its elements are i1, i8 to i64, ui8 to ui64, f16, bf16, f32 or f64}}
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

// C2: a layout of a different rank.
// expected-error @+1 {{the layout has 1 stride, but the shape has 2 dimensions}}
sa.func @short_layout(%A: !sa.array<4x4xf32, input, #sa.strided<[1]>>) {
}

// -----

// C2
// expected-error @+1 {{the layout has 1 stride, but the shape has 0 dimensions}}
sa.func @long_layout(%A: !sa.array<f32, input, #sa.strided<[1]>>) {
}

// -----

// C3: every element lies inside of the storage.
// expected-error @+1 {{the layout reaches 63 elements before the start of its storage: an offset of 63 or more keeps it inside}}
sa.func @backwards(%A: !sa.array<64xf32, input, #sa.strided<[-1]>>) {
}

// -----

// C3
// expected-error @+2 {{the layout reaches 2 elements before the start of its storage: an offset of 9 or more keeps it inside}}
sa.func @short_offset(
    %A: !sa.array<4x4xf32, input, #sa.strided<[-3, 1], offset = 7>>) {
}

// -----

// C3
// expected-error @+1 {{the layout reaches 1 element before the start of its storage}}
sa.func @negative_offset(%A: !sa.array<f32, input, #sa.strided<[], offset = -1>>) {
}

// -----

// C4: one name for each run-time size.
// expected-error @+1 {{the shape has 1 run-time size ('?'), but 'sizes' names 2}}
sa.func @many_names(%A: !sa.array<?x4xf32, input, sizes = [M, N]>) {
}

// -----

// C4
// expected-error @+1 {{the shape has 0 run-time sizes ('?'), but 'sizes' names 1}}
sa.func @name_without_size(%A: !sa.array<4xf32, input, sizes = [M]>) {
}

// -----

// C5: the storage can be addressed.
// expected-error @+1 {{the array is too large to be addressed}}
sa.func @many_elements(%A: !sa.array<4294967296x4294967296xf32, input>) {
}

// -----

// C5: one byte fits where two do not.
// expected-error @+2 {{the array is too large to be addressed}}
sa.func @many_bytes(%A: !sa.array<4611686018427387904xi1, input>,
                    %B: !sa.array<4611686018427387904xf16, input>) {
}

// -----

// C5
// expected-error @+2 {{the array is too large to be addressed}}
sa.func @far_away(
    %A: !sa.array<2xf32, input, #sa.strided<[9223372036854775807]>>) {
}

// -----

// C6: the strides of a run-time shape are row-major.
// expected-error @+1 {{a strided layout needs a shape without '?': the strides of run-time sizes are row-major}}
sa.func @open_shape(%A: !sa.array<?x4xf32, input, #sa.strided<[4, 1]>>) {
}

// -----

// expected-error @+1 {{unknown role 'output': a role is input, inout, const or temp}}
sa.func @no_role(%A: !sa.array<4xf32, output>) {
}

// -----

// expected-error @+1 {{expected at most one layout, then 'sizes'}}
sa.func @two_layouts(%A: !sa.array<4xf32, input, #sa.strided<[1]>, #sa.strided<[1]>>) {
}

// -----

// expected-error @+1 {{expected at most one layout, then 'sizes'}}
sa.func @after_sizes(%A: !sa.array<?xf32, input, sizes = [M],>) {
}

// -----

// expected-error @+1 {{expected at most one layout, then 'sizes'}}
sa.func @layout_after_sizes(%A: !sa.array<?xf32, input, sizes = [M], #sa.strided<[1]>>) {
}
