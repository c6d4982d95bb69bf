// RUN: saopt %s --split-input-file --verify-diagnostics

// C1 of the layouts, and the shapes that they cannot hold: C2 of the array.

// expected-error @+1 {{the sizes of a block are positive}}
sa.func @block(%A: !sa.array<4x4xf32, input, #sa.blocked<[2, 0]>>) {
}

// -----

// expected-error @+1 {{a block has at least one dimension}}
sa.func @no_block(%A: !sa.array<f32, input, #sa.blocked<[]>>) {
}

// -----

// expected-error @+1 {{the width of a stripe is positive}}
sa.func @stripe(%A: !sa.array<4x4xf32, input, #sa.striped<-1>>) {
}

// -----

// expected-error @+1 {{a band cannot have a negative width}}
sa.func @band(%A: !sa.array<4x4xf32, input, #sa.banded<-1, 2>>) {
}

// -----

// expected-error @+1 {{an affine layout maps indices to one offset, without symbols}}
sa.func @symbol(%A: !sa.array<4xf32, input, #sa.affine<(d0)[s0] -> (d0 + s0)>>) {
}

// -----

// expected-error @+1 {{an affine layout maps indices to one offset, without symbols}}
sa.func @pair(%A: !sa.array<4xf32, input, #sa.affine<(d0) -> (d0, d0)>>) {
}

// -----

// C2
// expected-error @+1 {{a triangular layout needs a square shape, not 4 by 5}}
sa.func @triangle(%A: !sa.array<4x5xf32, input, #sa.lower_triangular>) {
}

// -----

// expected-error @+1 {{a packed triangular layout needs a square shape, not 4 by 5}}
sa.func @packed(%A: !sa.array<4x5xf32, input, #sa.packed_upper_triangular>) {
}

// -----

// expected-error @+1 {{a Toeplitz layout needs 2 dimensions, and the shape has 3}}
sa.func @toeplitz(%A: !sa.array<4x4x4xf32, input, #sa.toeplitz>) {
}

// -----

// expected-error @+1 {{a banded layout needs 2 dimensions, and the shape has 1}}
sa.func @banded(%A: !sa.array<4xf32, input, #sa.banded<1, 1>>) {
}

// -----

// expected-error @+1 {{a blocked layout needs 1 dimension, and the shape has 2}}
sa.func @blocked(%A: !sa.array<4x4xf32, input, #sa.blocked<[2]>>) {
}

// -----

// expected-error @+1 {{a striped layout needs rows and columns, and the shape has 1 dimension}}
sa.func @striped(%A: !sa.array<4xf32, input, #sa.striped<2>>) {
}

// -----

// expected-error @+1 {{a z-order layout needs sizes that are known: it rounds them up to powers of two}}
sa.func @z_order(%A: !sa.array<?x4xf32, input, #sa.z_order>) {
}

// -----

// expected-error @+1 {{a z-order layout needs at least one dimension}}
sa.func @point(%A: !sa.array<f32, input, #sa.z_order>) {
}

// -----

// expected-error @+1 {{a layout with quotients or remainders needs sizes that are known}}
sa.func @open(%A: !sa.array<?xf32, input, #sa.affine<(d0) -> (d0 mod 4)>>) {
}

// -----

// expected-error @+1 {{an affine layout needs 1 dimension, and the shape has 2}}
sa.func @rank(%A: !sa.array<4x4xf32, input, #sa.affine<(d0) -> (d0 mod 4)>>) {
}

// -----

// Also where the map could be written with strides.
// expected-error @+1 {{an affine layout needs 3 dimensions, and the shape has 2}}
sa.func @linear(%A: !sa.array<4x4xf32, input, #sa.affine<(d0, d1, d2) -> (4 * d0 + d2)>>) {
}

// -----

// C3
// expected-error @+1 {{the layout reaches 2 elements before the start of its storage}}
sa.func @before(%A: !sa.array<4x4xf32, input, #sa.affine<(d0, d1) -> (d0 floordiv 2 - d1 mod 3)>>) {
}

// -----

// C5
// expected-error @+1 {{the array is too large to be addressed}}
sa.func @large(%A: !sa.array<4x4xf32, input, #sa.strided<[4611686018427387904, 1]>>) {
}

// -----

// C1
// expected-error @+1 {{the band is too wide to be addressed}}
sa.func @wide_band(%A: !sa.array<4x4xf32, input, #sa.banded<9223372036854775807, 1>>) {
}

// -----

// expected-error @+1 {{the blocks are too large to be addressed}}
sa.func @large_blocks(%A: !sa.array<4x4xf32, input, #sa.blocked<[4611686018427387904, 4]>>) {
}

// -----

// expected-error @+1 {{an affine map of indices multiplies by constants, and divides by positive ones}}
sa.func @divisor(%A: !sa.array<4x4xf32, input, #sa.affine<(d0, d1) -> (d0 floordiv -2 + d1)>>) {
}

// -----

// C2: two run-time sizes may differ, unless they have one name.
sa.func @square(%A: !sa.array<?x?xf32, input, #sa.lower_triangular, sizes = [N, N]>) {
}

// -----

// expected-error @+1 {{a triangular layout needs a square shape: two numbers, or two run-time sizes of the same name}}
sa.func @oblong(%A: !sa.array<?x?xf32, input, #sa.packed_upper_triangular, sizes = [M, N]>) {
}

// -----

// expected-error @+1 {{a triangular layout needs a square shape: two numbers, or two run-time sizes of the same name}}
sa.func @half_open(%A: !sa.array<?x4xf32, input, #sa.upper_triangular, sizes = [M]>) {
}

// -----

// The quotients of small arrays are looked at one by one; those of large ones
// must be few.
// expected-error @+1 {{the layout has too many quotients and remainders for an array of this size}}
sa.func @quotients(%A: !sa.array<100000x100000xf32, input, #sa.affine<(d0, d1) -> (d0 mod 3 + d0 floordiv 5 + d1 mod 7 + d1 floordiv 9 + (d0 + d1) mod 11)>>) {
}

// -----

// C5
// expected-error @+1 {{the array is too large to be addressed}}
sa.func @smallest_stride(%A: !sa.array<4x4xf32, input, #sa.strided<[-9223372036854775808, 1]>>) {
}

// -----

// C7
// expected-error @+1 {{an affine map of indices multiplies by constants, and divides by positive ones}}
sa.func @domain(%A: !sa.array<4xf32, input, domain = affine_map<(i) -> (i mod -2)>>) {
}

// -----

// C8
// expected-error @+1 {{an array has at most 16 dimensions, not 17}}
sa.func @many(%A: !sa.array<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32, input>) {
}
