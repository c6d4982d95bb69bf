// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --implicit-check-not='OpFunctionParameter %bool' --implicit-check-not='CrossWorkgroup %bool'

// A bool is a byte in memory and in arguments: OpenCL's kernels take no bool.

// CHECK-DAG: %uchar = OpTypeInt 8 0
// CHECK:     OpFunctionParameter %_ptr_CrossWorkgroup_uchar
// CHECK:     OpFunctionParameter %uchar
// CHECK:     OpINotEqual %bool
// CHECK:     OpLogicalAnd %bool
// CHECK:     OpStore %{{.*}} Aligned 1
sa.func @all(%A: !sa.array<8xi1, inout>, %flag: i1) {
  sa.nest (%i) to (8) {
    sa.accumulate and %flag, %A[%i] : !sa.array<8xi1, inout>
  }
}
