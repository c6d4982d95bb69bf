// RUN: saopt %s --emit=manifest | %python %S/Inputs/show.py arguments | FileCheck %s

// Element types by the names that a runtime knows them by.

// CHECK: [0] = {"element_type": "bool"
// CHECK: [1] = {"element_type": "i8"
// CHECK: [2] = {"element_type": "i16"
// CHECK: [3] = {"element_type": "i32"
// CHECK: [4] = {"element_type": "i64"
// CHECK: [5] = {"element_type": "ui8"
// CHECK: [6] = {"element_type": "ui16"
// CHECK: [7] = {"element_type": "ui32"
// CHECK: [8] = {"element_type": "ui64"
// CHECK: [9] = {"element_type": "f16"
// CHECK: [10] = {"element_type": "bf16"
// CHECK: [11] = {"element_type": "f32"
// CHECK: [12] = {"element_type": "f64"
// CHECK: [13] = {"element_type": "c64"
// CHECK: [14] = {"element_type": "c128"
sa.func @types(
    %a: !sa.array<4xi1, input>, %b: !sa.array<4xi8, input>,
    %c: !sa.array<4xi16, input>, %d: !sa.array<4xi32, input>,
    %e: !sa.array<4xi64, input>, %f: !sa.array<4xui8, input>,
    %g: !sa.array<4xui16, input>, %h: !sa.array<4xui32, input>,
    %i: !sa.array<4xui64, input>, %j: !sa.array<4xf16, input>,
    %k: !sa.array<4xbf16, input>, %l: !sa.array<4xf32, input>,
    %m: !sa.array<4xf64, input>, %n: !sa.array<4xcomplex<f32>, input>,
    %o: !sa.array<4xcomplex<f64>, input>) {
}
