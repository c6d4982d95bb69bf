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

// C3
// expected-error @+1 {{the layout reaches 2 elements before the start of its storage}}
sa.func @before(%A: !sa.array<4x4xf32, input, #sa.affine<(d0, d1) -> (d0 floordiv 2 - d1 mod 3)>>) {
}

// -----

// C5
// expected-error @+1 {{the array is too large to be addressed}}
sa.func @large(%A: !sa.array<4x4xf32, input, #sa.strided<[4611686018427387904, 1]>>) {
}
