// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// The module is for OpenCL with 64-bit addresses, and the device's compiler may
// not contract what was not contracted here.

// CHECK-DAG: OpCapability Kernel
// CHECK-DAG: OpCapability Addresses
// CHECK-DAG: OpMemoryModel Physical64 OpenCL
// CHECK-DAG: OpExecutionMode %{{.*}} ContractionOff
sa.func @fill(%A: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (8) {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  }
}
