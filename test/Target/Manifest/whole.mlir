// RUN: saopt %s --emit=manifest | FileCheck %s

// A whole manifest.

// CHECK:      {
// CHECK-NEXT:   "functions": [
// CHECK-NEXT:     {
// CHECK-NEXT:       "arguments": [
// CHECK-NEXT:         {
// CHECK-NEXT:           "element_type": "f32",
// CHECK-NEXT:           "kind": "array",
// CHECK-NEXT:           "name": "C",
// CHECK-NEXT:           "offset": 0,
// CHECK-NEXT:           "role": "inout",
// CHECK-NEXT:           "shape": [
// CHECK-NEXT:             8
// CHECK-NEXT:           ],
// CHECK-NEXT:           "storage": 8,
// CHECK-NEXT:           "strides": [
// CHECK-NEXT:             1
// CHECK-NEXT:           ]
// CHECK-NEXT:         }
// CHECK-NEXT:       ],
// CHECK-NEXT:       "aspects": [],
// CHECK-NEXT:       "constants": [],
// CHECK-NEXT:       "launches": [
// CHECK-NEXT:         {
// CHECK-NEXT:           "arguments": [
// CHECK-NEXT:             {
// CHECK-NEXT:               "argument": 0
// CHECK-NEXT:             }
// CHECK-NEXT:           ],
// CHECK-NEXT:           "kernel": "double_it_0",
// CHECK-NEXT:           "local": null,
// CHECK-NEXT:           "range": [
// CHECK-NEXT:             8
// CHECK-NEXT:           ]
// CHECK-NEXT:         }
// CHECK-NEXT:       ],
// CHECK-NEXT:       "name": "double_it",
// CHECK-NEXT:       "requirements": [],
// CHECK-NEXT:       "signature": "sycl::event double_it(sycl::queue &queue, float *C)",
// CHECK-NEXT:       "sizes": [],
// CHECK-NEXT:       "temporaries": []
// CHECK-NEXT:     }
// CHECK-NEXT:   ],
// CHECK-NEXT:   "version": 5
// CHECK-NEXT: }
sa.func @double_it(%C: !sa.array<8xf32, inout>) {
  sa.nest (%i) to (8) {
    %c = sa.load %C[%i] : !sa.array<8xf32, inout>
    sa.accumulate add %c, %C[%i] : !sa.array<8xf32, inout>
  }
}
