// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roles, kinds of accumulation, and memory layouts.

#ifndef SA_DIALECT_SA_IR_SAATTRS_TD
#define SA_DIALECT_SA_IR_SAATTRS_TD

include "mlir/IR/EnumAttr.td"
include "sa/Dialect/SA/IR/SADialect.td"

def SA_Role : I32Enum<"Role", "who owns an array and who may write it", [
  I32EnumCase<"Input", 0, "input">,
  I32EnumCase<"InOut", 1, "inout">,
  I32EnumCase<"Const", 2, "const">,
  I32EnumCase<"Temp", 3, "temp">
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

def SA_StridedLayoutAttr : SA_Attr<"StridedLayout", "strided"> {
  let summary = "element (i, j, …) lives at offset + i*strides[0] + j*strides[1] + …";
  let description = [{
    Strides and offset count elements. Strides may be negative (walk
    backwards), zero (one element stands for the whole dimension) or leave
    gaps. The offset is where the element with all-zero indices lives, counted
    from the start of the storage.

    ```mlir
    #sa.strided<[1, 64]>               // a 64xN array in column-major order
    #sa.strided<[-1], offset = 63>     // 64 elements, last one first
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$strides,
    DefaultValuedParameter<"int64_t", "0">:$offset);
  let assemblyFormat = [{
    `<` custom<Strides>($strides) (`,` `offset` `=` $offset^)? `>`
  }];
}

#endif // SA_DIALECT_SA_IR_SAATTRS_TD
