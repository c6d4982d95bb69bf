// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// Strided layouts of arrays: strides may be of any order and sign, zero, and
// leave gaps, as long as no element lies before the start of the storage.

// CHECK-LABEL: sa.func @column_major(
// CHECK-SAME:    %a: !sa.array<64x32xf32, input, #sa.col_major>)
sa.func @column_major(%a: !sa.array<64x32xf32, input, #sa.strided<[1, 64]>>) {
}

// CHECK-LABEL: sa.func @backwards(
// CHECK-SAME:    %a: !sa.array<64xf32, input, #sa.strided<[-1], offset = 63>>)
sa.func @backwards(
    %a: !sa.array<64xf32, input, #sa.strided<[-1], offset = 63>>) {
}

// CHECK-LABEL: sa.func @broadcast(
// CHECK-SAME:    %a: !sa.array<64x32xf32, input, #sa.strided<[0, 1]>>)
sa.func @broadcast(%a: !sa.array<64x32xf32, input, #sa.strided<[0, 1]>>) {
}

// CHECK-LABEL: sa.func @gaps(
// CHECK-SAME:    %a: !sa.array<4x4xf32, input, #sa.strided<[100, 3], offset = 5>>)
sa.func @gaps(
    %a: !sa.array<4x4xf32, input, #sa.strided<[100, 3], offset = 5>>) {
}

// An offset of zero is the default.
// CHECK-LABEL: sa.func @no_offset(
// CHECK-SAME:    %a: !sa.array<4xf32, input, #sa.strided<[2]>>)
sa.func @no_offset(
    %a: !sa.array<4xf32, input, #sa.strided<[2], offset = 0>>) {
}

// CHECK-LABEL: sa.func @one_element(
// CHECK-SAME:    %a: !sa.array<f32, input, #sa.strided<[], offset = 3>>)
sa.func @one_element(%a: !sa.array<f32, input, #sa.strided<[], offset = 3>>) {
}

// Where there are no elements, the strides reach nothing.
// CHECK-LABEL: sa.func @no_elements(
// CHECK-SAME:    %a: !sa.array<0x4xf32, input, #sa.strided<[-8, -1]>>)
sa.func @no_elements(%a: !sa.array<0x4xf32, input, #sa.strided<[-8, -1]>>) {
}
