// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// Shapes: any rank, sizes of zero, and sizes known at run time with and without
// a name.

// CHECK-LABEL: sa.func @ranks(
// CHECK-SAME:    %a: !sa.array<f32, input>,
// CHECK-SAME:    %b: !sa.array<7xf32, input>,
// CHECK-SAME:    %c: !sa.array<1x2x3x4x5x6xf32, input>)
sa.func @ranks(%a: !sa.array<f32, input>, %b: !sa.array<7xf32, input>,
               %c: !sa.array<1x2x3x4x5x6xf32, input>) {
}

// CHECK-LABEL: sa.func @no_elements(
// CHECK-SAME:    %a: !sa.array<0xf32, input>,
// CHECK-SAME:    %b: !sa.array<4x0x8xf32, inout>)
sa.func @no_elements(%a: !sa.array<0xf32, input>,
                     %b: !sa.array<4x0x8xf32, inout>) {
}

// CHECK-LABEL: sa.func @unnamed_sizes(
// CHECK-SAME:    %a: !sa.array<?xf32, input>,
// CHECK-SAME:    %b: !sa.array<?x4x?xf32, input>)
sa.func @unnamed_sizes(%a: !sa.array<?xf32, input>,
                       %b: !sa.array<?x4x?xf32, input>) {
}

// CHECK-LABEL: sa.func @named_sizes(
// CHECK-SAME:    %a: !sa.array<?x4xf32, input, sizes = [M]>,
// CHECK-SAME:    %b: !sa.array<4x?x?xf32, input, sizes = [M, N]>,
// CHECK-SAME:    %c: !sa.array<?x?xf32, input, sizes = [M, M]>)
sa.func @named_sizes(%a: !sa.array<?x4xf32, input, sizes = [M]>,
                     %b: !sa.array<4x?x?xf32, input, sizes = [M, N]>,
                     %c: !sa.array<?x?xf32, input, sizes = [M, M]>) {
}

// A name that is no keyword is a string; one that is, is not.
// CHECK-LABEL: sa.func @quoted_sizes(
// CHECK-SAME:    %a: !sa.array<?x?xf32, input, sizes = ["number of rows", columns]>)
sa.func @quoted_sizes(
    %a: !sa.array<?x?xf32, input, sizes = ["number of rows", "columns"]>) {
}
