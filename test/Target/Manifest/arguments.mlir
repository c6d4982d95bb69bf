// RUN: saopt %s --emit=manifest | %python %S/Inputs/show.py arguments | FileCheck %s

// Arguments with their roles, types, shapes, strides and offsets, in order.

// CHECK:      arrays arguments: 4
// CHECK-NEXT: [0] = {"element_type": "f32", "kind": "array", "name": "A", "offset": 0, "role": "input", "shape": [4, 8], "storage": 32, "strides": [8, 1]}
// CHECK-NEXT: [1] = {"element_type": "f16", "kind": "array", "name": "B", "offset": 0, "role": "inout", "shape": [4, 8], "storage": 32, "strides": [1, 4]}
// CHECK-NEXT: [2] = {"element_type": "i32", "kind": "array", "name": "R", "offset": 14, "role": "input", "shape": [8], "storage": 15, "strides": [-2]}
// CHECK-NEXT: [3] = {"element_type": "f64", "kind": "array", "name": "z", "offset": 0, "role": "inout", "shape": [], "storage": 1, "strides": []}
sa.func @arrays(%A: !sa.array<4x8xf32, input>,
                %B: !sa.array<4x8xf16, inout, #sa.strided<[1, 4]>>,
                %R: !sa.array<8xi32, input, #sa.strided<[-2], offset = 14>>,
                %z: !sa.array<f64, inout>) {
}

// CHECK:      scalars arguments: 6
// CHECK-NEXT: [0] = {"kind": "scalar", "name": "alpha", "type": "f32"}
// CHECK-NEXT: [1] = {"kind": "scalar", "name": "n", "type": "i64"}
// CHECK-NEXT: [2] = {"kind": "scalar", "name": "flag", "type": "bool"}
// CHECK-NEXT: [3] = {"kind": "scalar", "name": "brain", "type": "bf16"}
// CHECK-NEXT: [4] = {"kind": "scalar", "name": "at", "type": "i64"}
// CHECK-NEXT: [5] = {"kind": "scalar", "name": "half", "type": "f16"}
sa.func @scalars(%alpha: f32, %n: i64, %flag: i1, %brain: bf16, %at: index,
                 %half: f16) {
}

// Names are the user's, whatever C++ makes of them.
// CHECK:      names arguments: 2
// CHECK-NEXT: "name": "class"
// CHECK-NEXT: "name": "two words"
sa.func @names(%class: f32, %x "two words": f32) {
}
