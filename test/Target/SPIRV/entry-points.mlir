// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// One module holds the kernels of all the functions, by the names that the
// manifest gives.

// CHECK-DAG: OpEntryPoint Kernel %{{.*}} "first_0"
// CHECK-DAG: OpEntryPoint Kernel %{{.*}} "first_1"
// CHECK-DAG: OpEntryPoint Kernel %{{.*}} "second_0"
// CHECK-NOT: OpEntryPoint
// CHECK:     OpFunction
sa.func @first(%A: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (8) {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  }
  sa.nest (%i) to (8) {
    sa.accumulate add %x, %A[%i] : !sa.array<8xf32, inout>
  }
}
sa.func @second(%A: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (8) {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  }
}
