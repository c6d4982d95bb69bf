// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules on layouts of arrays: C2, C3, C6 and C7.

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

// C3: where the first element lies is not known.
// expected-error @+1 {{a dimension of run-time size needs a stride that is not negative: where it starts is not known}}
sa.func @open_shape(%A: !sa.array<?x4xf32, input, #sa.strided<[-4, 1]>>) {
}

// -----

// C6
// expected-error @+1 {{the layout 'deferred' is for constants, not for an 'input' array}}
sa.func @deferred(%A: !sa.array<4x4xf32, input, #sa.deferred>) {
}

// -----

sa.func @any() {
  // expected-error @+1 {{the layout 'any' is for arrays that the caller passes, not for a 'temp' array}}
  %T = sa.temp "T" : !sa.array<4x4xf32, temp, #sa.any>
}

// -----

// C7
// expected-error @+1 {{the domain has 1 dimension and 0 symbols, but the shape has 2 dimensions}}
sa.func @domain(%A: !sa.array<4x4xf32, input, domain = affine_map<(i) -> (i)>>) {
}

// -----

// expected-error @+1 {{7 : i64 is not a layout}}
sa.func @number(%A: !sa.array<4x4xf32, input, 7>) {
}

// -----

// expected-error @+1 {{the steps of slices are positive}}
sa.func @steps(%A: !sa.array<4x4xf32, input, #sa.sliced<[0]>>) {
}

// -----

// expected-error @+1 {{a slice cannot have the layout #sa.any, which says nothing about where its elements are}}
sa.func @slices(%A: !sa.array<4x4xf32, input, #sa.sliced<[1], #sa.any>>) {
}

// -----

// expected-error @+1 {{there are 2 dimensions of slices, and the shape has 1}}
sa.func @too_many_slices(%A: !sa.array<4xf32, input, #sa.sliced<[1, 1]>>) {
}
