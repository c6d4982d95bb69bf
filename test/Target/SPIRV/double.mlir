// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// f64 needs the device's 64-bit floats; f32 does not.

// CHECK-NOT: Float16
// CHECK:     OpCapability Float64
// CHECK-NOT: Float16
// CHECK:     %double = OpTypeFloat 64
// CHECK:     OpFAdd %double
sa.func @doubles(%A: !sa.array<8xf64, inout>, %x: f64) {
  sa.nest (%i) to (8) {
    sa.accumulate add %x, %A[%i] : !sa.array<8xf64, inout>
  }
}
