// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --implicit-check-not=Float16 --implicit-check-not=Float64

// f32 and integers need no capability of the device beyond the usual ones.

// CHECK: OpCapability Kernel
// CHECK: OpFAdd %float
sa.func @single(%A: !sa.array<8xf32, inout>, %N: !sa.array<8xi64, inout>,
                %x: f32, %n: i64) {
  sa.nest (%i) to (8) {
    sa.accumulate add %x, %A[%i] : !sa.array<8xf32, inout>
    sa.accumulate add %n, %N[%i] : !sa.array<8xi64, inout>
  }
}
