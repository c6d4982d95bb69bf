// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// A layout is an attribute of its own and may stand anywhere.

// CHECK-LABEL: sa.func @layouts()
// CHECK-SAME:    sa.column_major = #sa.strided<[1, 64]>
// CHECK-SAME:    sa.far = #sa.strided<[9223372036854775807], offset = -9223372036854775808>
// CHECK-SAME:    sa.flat = #sa.strided<[]>
// CHECK-SAME:    sa.reversed = #sa.strided<[-1], offset = 63>
sa.func @layouts() attributes {
    sa.column_major = #sa.strided<[1, 64]>,
    sa.far = #sa.strided<[9223372036854775807], offset = -9223372036854775808>,
    sa.flat = #sa.strided<[]>,
    sa.reversed = #sa.strided<[-1], offset = 63>} {
}
