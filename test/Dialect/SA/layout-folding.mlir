// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// A named layout and its affine map are the same thing, and print by the name.

// CHECK-LABEL: sa.func @row_major(
// CHECK-SAME:    %a: !sa.array<4x8xf32, input>,
// CHECK-SAME:    %b: !sa.array<4x8xf32, input>,
// CHECK-SAME:    %c: !sa.array<4x8xf32, input>)
sa.func @row_major(%a: !sa.array<4x8xf32, input, #sa.row_major>,
                   %b: !sa.array<4x8xf32, input, #sa.strided<[8, 1]>>,
                   %c: !sa.array<4x8xf32, input, #sa.affine<(d0, d1) -> (d0 * 8 + d1)>>) {
}

// CHECK-LABEL: sa.func @col_major(
// CHECK-SAME:    %a: !sa.array<4x8xf32, input, #sa.col_major>,
// CHECK-SAME:    %b: !sa.array<4x8xf32, input, #sa.col_major>,
// CHECK-SAME:    %c: !sa.array<8xf32, input>)
sa.func @col_major(%a: !sa.array<4x8xf32, input, #sa.strided<[1, 4]>>,
                   %b: !sa.array<4x8xf32, input, #sa.affine<(d0, d1) -> (d1 * 4 + d0)>>,
                   %c: !sa.array<8xf32, input, #sa.col_major>) {
}

// CHECK-LABEL: sa.func @strided(
// CHECK-SAME:    %a: !sa.array<4x8xf32, input, #sa.strided<[10, 1], offset = 3>>)
sa.func @strided(%a: !sa.array<4x8xf32, input, #sa.affine<(d0, d1) -> (d0 * 10 + d1 + 3)>>) {
}

// CHECK-LABEL: sa.func @toeplitz(
// CHECK-SAME:    %a: !sa.array<4x8xf32, input, #sa.toeplitz>)
sa.func @toeplitz(%a: !sa.array<4x8xf32, input, #sa.affine<(d0, d1) -> (d1 - d0 + 3)>>) {
}

// CHECK-LABEL: sa.func @blocked(
// CHECK-SAME:    %a: !sa.array<4x8xf32, input, #sa.blocked<[2, 4]>>,
// CHECK-SAME:    %b: !sa.array<4x8xf32, input, #sa.blocked<[2, 4]>>)
sa.func @blocked(%a: !sa.array<4x8xf32, input, #sa.blocked<[2, 4]>>,
                 %b: !sa.array<4x8xf32, input, #sa.affine<(d0, d1) -> ((d0 floordiv 2) * 16 + (d0 mod 2) * 4 + (d1 floordiv 4) * 8 + d1 mod 4)>>) {
}

// CHECK-LABEL: sa.func @striped(
// CHECK-SAME:    %a: !sa.array<4x8xf32, input, #sa.striped<4>>)
sa.func @striped(%a: !sa.array<4x8xf32, input, #sa.affine<(d0, d1) -> (d0 * 4 + (d1 floordiv 4) * 16 + d1 mod 4)>>) {
}

// CHECK-LABEL: sa.func @z_order(
// CHECK-SAME:    %a: !sa.array<4x8xf32, input, #sa.z_order>)
sa.func @z_order(%a: !sa.array<4x8xf32, input, #sa.affine<(d0, d1) -> (d1 mod 2 + (d0 mod 2) * 2 + ((d1 floordiv 2) mod 2) * 4 + (d0 floordiv 2) * 8 + (d1 floordiv 4) * 16)>>) {
}

// Remainders that no index of the shape reaches do not matter.
// CHECK-LABEL: sa.func @redundant(
// CHECK-SAME:    %a: !sa.array<4x8xf32, input, #sa.z_order>,
// CHECK-SAME:    %b: !sa.array<4x8xf32, input, #sa.z_order>,
// CHECK-SAME:    %c: !sa.array<3x7xf32, input, #sa.z_order>,
// CHECK-SAME:    %d: !sa.array<4x8xf32, input, #sa.blocked<[2, 4]>>,
// CHECK-SAME:    %e: !sa.array<8x8xf32, input, #sa.affine<{{.*}}>>)
sa.func @redundant(%a: !sa.array<4x8xf32, input, #sa.affine<(d0, d1) -> (d1 mod 2 + (d0 mod 2) * 2 + ((d1 floordiv 2) mod 2) * 4 + ((d0 floordiv 2) mod 2) * 8 + ((d1 floordiv 4) mod 2) * 16)>>,
                   %b: !sa.array<4x8xf32, input, #sa.affine<(d0, d1) -> (d1 mod 2 + (d0 mod 2) * 2 + ((d1 mod 4) floordiv 2) * 4 + ((d0 mod 4) floordiv 2) * 8 + (d1 floordiv 4) * 16)>>,
                   %c: !sa.array<3x7xf32, input, #sa.affine<(d0, d1) -> (d1 mod 2 + (d0 mod 2) * 2 + ((d1 floordiv 2) mod 2) * 4 + ((d0 floordiv 2) mod 2) * 8 + ((d1 floordiv 4) mod 2) * 16)>>,
                   %d: !sa.array<4x8xf32, input, #sa.affine<(d0, d1) -> (((d0 floordiv 2) mod 2) * 16 + (d0 mod 2) * 4 + (d1 floordiv 4) * 8 + d1 mod 4)>>,
                   %e: !sa.array<8x8xf32, input, #sa.affine<(d0, d1) -> (d1 mod 2 + (d0 mod 2) * 2 + ((d1 floordiv 2) mod 2) * 4 + ((d0 floordiv 2) mod 2) * 8 + (d1 floordiv 4) * 16)>>) {
}

// What has no name stays a map.
// CHECK-LABEL: sa.func @map(
// CHECK-SAME:    %a: !sa.array<4x8xf32, input, #sa.affine<(d0, d1) -> (d0 * 4 + d1 floordiv 2)>>)
sa.func @map(%a: !sa.array<4x8xf32, input, #sa.affine<(d0, d1) -> (d0 * 4 + d1 floordiv 2)>>) {
}

// So do layouts together with a domain.
// CHECK-LABEL: sa.func @domains(
// CHECK-SAME:    %a: !sa.array<8x8xf32, input, #sa.lower_triangular>,
// CHECK-SAME:    %b: !sa.array<8x8xf32, input, #sa.upper_triangular<strict>>,
// CHECK-SAME:    %c: !sa.array<8x8xf32, input, #sa.banded<1, 2>>,
// CHECK-SAME:    %d: !sa.array<8x8xf32, input, domain = #{{.*}}>)
sa.func @domains(%a: !sa.array<8x8xf32, input, domain = affine_map<(i, j) -> (i - j)>>,
                 %b: !sa.array<8x8xf32, input, #sa.row_major, domain = affine_map<(i, j) -> (j - i - 1)>>,
                 %c: !sa.array<8x8xf32, input, #sa.strided<[3, 1], offset = 1>, domain = affine_map<(i, j) -> (j - i + 1, i - j + 2)>>,
                 %d: !sa.array<8x8xf32, input, domain = affine_map<(i, j) -> (i + j - 7)>>) {
}

// The others keep their names.
// CHECK-LABEL: sa.func @names(
// CHECK-SAME:    #sa.packed_lower_triangular>
// CHECK-SAME:    #sa.packed_upper_triangular>
// CHECK-SAME:    #sa.any>
// CHECK-SAME:    #sa.lower_triangular<strict>>
sa.func @names(%a: !sa.array<8x8xf32, input, #sa.packed_lower_triangular>,
               %b: !sa.array<8x8xf32, input, #sa.packed_upper_triangular>,
               %c: !sa.array<8x8xf32, output, #sa.any>,
               %d: !sa.array<8x8xf32, inout, #sa.lower_triangular<strict>>) {
  // CHECK: !sa.array<2x2xf32, const, #sa.deferred>
  %W = sa.const "W" dense<1.0> : tensor<2x2xf32> as !sa.array<2x2xf32, const, #sa.deferred>
}

// Slices of row-major arrays, one for each index, are a row-major array.
// CHECK-LABEL: sa.func @slices(
// CHECK-SAME:    %a: !sa.array<4x2x2xf32, input>,
// CHECK-SAME:    %b: !sa.array<4x2x2xf32, input, #sa.sliced<[2]>>,
// CHECK-SAME:    %c: !sa.array<4x?x2xf32, input, #sa.sliced<[1], #sa.col_major>>)
sa.func @slices(%a: !sa.array<4x2x2xf32, input, #sa.sliced<[1]>>,
                %b: !sa.array<4x2x2xf32, input, #sa.sliced<[2]>>,
                %c: !sa.array<4x?x2xf32, input, #sa.sliced<[1], #sa.col_major>>) {
}

// Open sizes: a stride that is known, and strides that follow from the sizes.
// CHECK-LABEL: sa.func @open(
// CHECK-SAME:    %a: !sa.array<?x8xf32, input>,
// CHECK-SAME:    %b: !sa.array<?x?xf32, input, #sa.blocked<[2, 2]>, sizes = [?, N]>,
// CHECK-SAME:    %c: !sa.array<?x?xf32, input>)
sa.func @open(%a: !sa.array<?x8xf32, input, #sa.strided<[8, 1]>>,
              %b: !sa.array<?x?xf32, input, #sa.blocked<[2, 2]>, sizes = [?, N]>,
              %c: !sa.array<?x?xf32, input, sizes = [?, ?]>) {
}

// Blocks of more elements than can be counted have no name.

// CHECK-LABEL: sa.func @large(
// CHECK-SAME:    %a: !sa.array<4x8xf32, input, #sa.affine<
sa.func @large(%a: !sa.array<4x8xf32, input, #sa.affine<(d0, d1) -> ((d0 floordiv 4611686018427387904) * 16 + d0 * 8 + (d1 floordiv 4) * 4 + d1 mod 4)>>) {
}
