// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roles and kinds of accumulation.

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
  I32EnumAttrCase<"Or", 5, "or">
]> {
  let cppNamespace = "::sa";
}

def SA_GridUnit : I32EnumAttr<"GridUnit", "what of a grid a loop becomes", [
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

#endif // SA_DIALECT_SA_IR_SAATTRS_TD
