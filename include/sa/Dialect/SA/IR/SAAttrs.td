// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerations: roles, accumulations, memory spaces and executions of loops.

#ifndef SA_DIALECT_SA_IR_SAATTRS_TD
#define SA_DIALECT_SA_IR_SAATTRS_TD

include "mlir/IR/EnumAttr.td"
include "sa/Dialect/SA/IR/SALayoutAttrs.td"

def SA_Role : I32Enum<"Role", "who owns an array and who may write it", [
  I32EnumCase<"Input", 0, "input">,
  I32EnumCase<"InOut", 1, "inout">,
  I32EnumCase<"Const", 2, "const">,
  I32EnumCase<"Temp", 3, "temp">,
  I32EnumCase<"Output", 4, "output">
]> {
  let cppNamespace = "::sa";
}

def SA_AccumulateKind : I32EnumAttr<"AccumulateKind", "how a value is accumulated", [
  I32EnumAttrCase<"Add", 0, "add">,
  I32EnumAttrCase<"Mul", 1, "mul">,
  I32EnumAttrCase<"Min", 2, "min">,
  I32EnumAttrCase<"Max", 3, "max">,
  I32EnumAttrCase<"And", 4, "and">,
  I32EnumAttrCase<"Or", 5, "or">,
  I32EnumAttrCase<"Xor", 6, "xor">
]> {
  let cppNamespace = "::sa";
}

def SA_GridUnit : I32EnumAttr<"GridUnit", "the unit of a grid that a loop is bound to", [
  I32EnumAttrCase<"BlockX", 0, "block_x">,
  I32EnumAttrCase<"BlockY", 1, "block_y">,
  I32EnumAttrCase<"BlockZ", 2, "block_z">,
  I32EnumAttrCase<"ThreadX", 3, "thread_x">,
  I32EnumAttrCase<"ThreadY", 4, "thread_y">,
  I32EnumAttrCase<"ThreadZ", 5, "thread_z">,
  I32EnumAttrCase<"Subgroup", 6, "subgroup">
]> {
  let cppNamespace = "::sa";
}

def SA_Execution : I32Enum<"Execution", "how the iterations of a loop run", [
  I32EnumCase<"Sequential", 0, "sequential">,
  I32EnumCase<"Parallel", 1, "parallel">,
  I32EnumCase<"Unroll", 2, "unroll">,
  I32EnumCase<"Vectorize", 3, "vectorize">,
  I32EnumCase<"BlockX", 4, "block_x">,
  I32EnumCase<"BlockY", 5, "block_y">,
  I32EnumCase<"BlockZ", 6, "block_z">,
  I32EnumCase<"ThreadX", 7, "thread_x">,
  I32EnumCase<"ThreadY", 8, "thread_y">,
  I32EnumCase<"ThreadZ", 9, "thread_z">,
  I32EnumCase<"Subgroup", 10, "subgroup">
]> {
  let cppNamespace = "::sa";
}

def SA_ExecutionAttr : EnumAttr<SA_Dialect, SA_Execution, "execution"> {
  let summary = "how the iterations of a loop run";
  let description = [{
    `sa.execution = #sa.execution<parallel>` on an `affine.for`. A loop without
    the attribute is sequential.
  }];
  let assemblyFormat = "`<` $value `>`";
}

def SA_ThreadPolicy : I32Enum<"ThreadPolicy", "how iterations are distributed over work-items", [
  I32EnumCase<"Static", 0, "static">,
  I32EnumCase<"Dynamic", 1, "dynamic">
]> {
  let cppNamespace = "::sa";
}

def SA_ThreadPolicyAttr : EnumAttr<SA_Dialect, SA_ThreadPolicy, "policy"> {
  let summary = "how the iterations of a parallel loop are distributed over work-items";
  let description = [{
    With `static` each work-item runs consecutive iterations, with `dynamic` every
    n-th one.
  }];
  let assemblyFormat = "`<` $value `>`";
}

def SA_MemorySpace : I32Enum<"MemorySpace", "the memory that a cache lies in", [
  I32EnumCase<"Private", 0, "private">,
  I32EnumCase<"Local", 1, "local">,
  I32EnumCase<"Global", 2, "global">
]> {
  let cppNamespace = "::sa";
}

def SA_MemorySpaceAttr : EnumAttr<SA_Dialect, SA_MemorySpace, "memory"> {
  let summary = "the memory that a cache lies in";
  let description = [{
    `private` to a work-item, `local` to a work-group, or `global` device memory.
  }];
  let assemblyFormat = "`<` $value `>`";
}

#endif // SA_DIALECT_SA_IR_SAATTRS_TD
