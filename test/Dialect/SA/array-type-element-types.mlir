// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// Every element type that an array can hold.

// CHECK-LABEL: sa.func @booleans(
// CHECK-SAME:    %a: !sa.array<4xi1, input>)
sa.func @booleans(%a: !sa.array<4xi1, input>) {
}

// CHECK-LABEL: sa.func @signed_integers(
// CHECK-SAME:    %a: !sa.array<4xi8, input>,
// CHECK-SAME:    %b: !sa.array<4xi16, input>,
// CHECK-SAME:    %c: !sa.array<4xi32, input>,
// CHECK-SAME:    %d: !sa.array<4xi64, input>)
sa.func @signed_integers(%a: !sa.array<4xi8, input>, %b: !sa.array<4xi16, input>,
                %c: !sa.array<4xi32, input>, %d: !sa.array<4xi64, input>) {
}

// CHECK-LABEL: sa.func @unsigned_integers(
// CHECK-SAME:    %a: !sa.array<4xui8, input>,
// CHECK-SAME:    %b: !sa.array<4xui16, input>,
// CHECK-SAME:    %c: !sa.array<4xui32, input>,
// CHECK-SAME:    %d: !sa.array<4xui64, input>)
sa.func @unsigned_integers(%a: !sa.array<4xui8, input>, %b: !sa.array<4xui16, input>,
                  %c: !sa.array<4xui32, input>, %d: !sa.array<4xui64, input>) {
}

// CHECK-LABEL: sa.func @floats(
// CHECK-SAME:    %a: !sa.array<4xf16, input>,
// CHECK-SAME:    %b: !sa.array<4xbf16, input>,
// CHECK-SAME:    %c: !sa.array<4xf32, input>,
// CHECK-SAME:    %d: !sa.array<4xf64, input>)
sa.func @floats(%a: !sa.array<4xf16, input>, %b: !sa.array<4xbf16, input>,
                %c: !sa.array<4xf32, input>, %d: !sa.array<4xf64, input>) {
}

// CHECK-LABEL: sa.func @complexes(
// CHECK-SAME:    %a: !sa.array<4xcomplex<f32>, input>,
// CHECK-SAME:    %b: !sa.array<4xcomplex<f64>, inout>)
sa.func @complexes(%a: !sa.array<4xcomplex<f32>, input>,
                   %b: !sa.array<4xcomplex<f64>, inout>) {
}
