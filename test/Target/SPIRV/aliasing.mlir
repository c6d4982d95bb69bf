// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// Arrays do not overlap, and an input is not written.

// CHECK-DAG: OpDecorate %[[INPUT:.*]] FuncParamAttr NoWrite
// CHECK-DAG: OpDecorate %[[INPUT]] FuncParamAttr NoAlias
// CHECK-DAG: OpDecorate %[[INOUT:.*]] FuncParamAttr NoAlias
// CHECK-NOT: FuncParamAttr
// CHECK:     %[[INPUT]] = OpFunctionParameter
// CHECK:     %[[INOUT]] = OpFunctionParameter
sa.func @copy(%A: !sa.array<8xf32, input>, %C: !sa.array<8xf32, inout>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, input>
    sa.store %a, %C[%i] : !sa.array<8xf32, inout>
  }
}
