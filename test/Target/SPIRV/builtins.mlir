// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// The functions of math are instructions of OpenCL's set.

// CHECK: %[[OPENCL:.*]] = OpExtInstImport "OpenCL.std"
// CHECK: OpExtInst %float %[[OPENCL]] sqrt
// CHECK: OpExtInst %float %[[OPENCL]] exp
// CHECK: OpExtInst %float %[[OPENCL]] pow
// CHECK: OpExtInst %float %[[OPENCL]] rint
// CHECK: OpExtInst %float %[[OPENCL]] fma
// CHECK-NOT: OpFunctionCall
sa.func @functions(%A: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    %b = math.sqrt %a : f32
    %c = math.exp %b : f32
    %d = math.powf %c, %x : f32
    %e = math.roundeven %d : f32
    %f = math.fma %e, %x, %x : f32
    sa.store %f, %A[%i] : !sa.array<8xf32, inout>
  }
}
