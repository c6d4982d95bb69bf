// RUN: saopt %s --emit=manifest | %python %S/Inputs/show.py launches | FileCheck %s

// One step for each nest, in order, with exactly the arguments that its kernel
// takes.

// CHECK:      pipeline launches: 3
// CHECK-NEXT: [0] = {"arguments": [{"argument": 0}, {"argument": 3}], "kernel": "pipeline_0", "local": null, "range": [8]}
// CHECK-NEXT: [1] = {"arguments": [{"argument": 0}, {"argument": 2}], "kernel": "pipeline_1", "local": null, "range": [8, 9]}
// A nest without a parallel index is a step, too.
// CHECK-NEXT: [2] = {"arguments": [{"argument": 0}, {"argument": 1}], "kernel": "pipeline_2", "local": null, "range": [1]}
sa.func @pipeline(%A: !sa.array<8xf32, inout>, %B: !sa.array<f32, inout>,
                  %C: !sa.array<8x9xf32, inout>, %x: f32) {
  sa.nest (%i) to (8) {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  }
  sa.nest (%i, %j) to (8, 9) {
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    sa.store %a, %C[%i, %j] : !sa.array<8x9xf32, inout>
  }
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    sa.accumulate add %a, %B[] : !sa.array<f32, inout>
  }
}

// CHECK:      nothing launches: 0
sa.func @nothing() {
}
