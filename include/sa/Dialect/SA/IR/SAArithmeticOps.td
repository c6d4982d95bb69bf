// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divisions and shifts that are defined for all operands, as those of NumPy.

#ifndef SA_DIALECT_SA_IR_SAARITHMETICOPS_TD
#define SA_DIALECT_SA_IR_SAARITHMETICOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "sa/Dialect/SA/IR/SADialect.td"

def SA_BorderMode : I32EnumAttr<"BorderMode", "how an array goes on outside of its shape", [
  I32EnumAttrCase<"Edge", 0, "edge">,
  I32EnumAttrCase<"Wrap", 1, "wrap">,
  I32EnumAttrCase<"Reflect", 2, "reflect">,
  I32EnumAttrCase<"Symmetric", 3, "symmetric">
]> {
  let cppNamespace = "::sa";
}

class SA_BinaryOp<string mnemonic, Type type, string result>
    : SA_Op<mnemonic, [Pure, SameOperandsAndResultType]> {
  let summary = result;
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let description = [{
    `sa-expand-arithmetic` replaces the op by operations of `arith` and `math`.
  }];
}

def SA_FloorDivSIOp : SA_BinaryOp<"floordivsi", AnySignlessIntegerOrIndex,
    "the signed quotient, rounded down; 0 where the divisor is 0; the smallest "
    "number divided by -1 is itself">;
def SA_FloorModSIOp : SA_BinaryOp<"floormodsi", AnySignlessIntegerOrIndex,
    "the signed remainder, with the sign of the divisor; 0 where that is 0">;
def SA_RemSIOp : SA_BinaryOp<"remsi", AnySignlessInteger,
    "the signed remainder, with the sign of the dividend; 0 where the divisor is 0">;
def SA_DivUIOp : SA_BinaryOp<"divui", AnySignlessInteger,
    "the unsigned quotient; 0 where the divisor is 0">;
def SA_RemUIOp : SA_BinaryOp<"remui", AnySignlessInteger,
    "the unsigned remainder; 0 where the divisor is 0">;

def SA_ShLIOp : SA_BinaryOp<"shli", AnySignlessInteger,
    "a shift to the left; 0 where the count, as an unsigned number, is not below "
    "the width">;
def SA_ShRSIOp : SA_BinaryOp<"shrsi", AnySignlessInteger,
    "a signed shift to the right; the sign where the count, as an unsigned number, "
    "is not below the width">;
def SA_ShRUIOp : SA_BinaryOp<"shrui", AnySignlessInteger,
    "an unsigned shift to the right; 0 where the count, as an unsigned number, is "
    "not below the width">;

def SA_FloorDivFOp : SA_BinaryOp<"floordivf", AnyFloat,
    "the quotient, rounded down; the quotient itself where the divisor is 0">;
def SA_FloorModFOp : SA_BinaryOp<"floormodf", AnyFloat,
    "the remainder of the quotient that is rounded down, with the sign of the "
    "divisor, also where it is 0">;

def SA_ExtendIndexOp : SA_Op<"extend_index", [Pure]> {
  let summary = "an index that stays inside a size, for any index";
  let description = [{
    Inside of the size, the result is the index itself. Outside, it is the element
    that an array of that size goes on with, as `numpy.pad` continues it, for as
    many periods as it takes:

    | mode | the array `a b c d` goes on with |
    |---|---|
    | `edge` | `a a a` `a b c d` `d d d` |
    | `wrap` | `b c d` `a b c d` `a b c` |
    | `reflect` | `d c b` `a b c d` `c b a` |
    | `symmetric` | `c b a` `a b c d` `d c b` |

    ```mlir
    %r = sa.extend_index reflect %i to %n
    ```

    The result is 0 where the size is not positive. Proofs about accesses know the
    range of the result, and that it is the index where that is inside.
  }];
  let arguments = (ins SA_BorderMode:$mode, Index:$index, Index:$size);
  let results = (outs Index:$result);
  let assemblyFormat = "$mode $index `to` $size attr-dict";
}

#endif // SA_DIALECT_SA_IR_SAARITHMETICOPS_TD
