// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules on layouts of arrays: C2, C3 and C6.

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

// C6: the strides of a run-time shape are row-major.
// expected-error @+1 {{a strided layout needs a shape without '?': the strides of run-time sizes are row-major}}
sa.func @open_shape(%A: !sa.array<?x4xf32, input, #sa.strided<[4, 1]>>) {
}
