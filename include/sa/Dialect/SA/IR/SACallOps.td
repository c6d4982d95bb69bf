// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of functions.

#ifndef SA_DIALECT_SA_IR_SACALLOPS_TD
#define SA_DIALECT_SA_IR_SACALLOPS_TD

include "sa/Dialect/SA/IR/SAFunctionOps.td"

def SA_CallOp : SA_Op<"call", [
    ParentOneOf<["FuncOp", "LoopOp", "IfMovedOp"]>, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls a function";
  let description = [{
    ```mlir
    sa.call @mm(%A, %B, %T) : !sa.array<…>, !sa.array<…>, !sa.array<…>
    ```

    `--sa-inline-calls`, the first pass, replaces it by the body of the function.
    Proofs and layouts are those of the operands. The pass removes functions that
    are `private`.

    Rules:

    - C1. The callee is a function of the module.
    - C2. There is one operand for each of its arguments: an array for an array,
      and otherwise a scalar of the same type.
    - C3. An array has the element type, rank and static sizes of the argument;
      sizes with the same name in the callee are equal.
    - C4. The operand for an `inout` or `output` argument is writable.
    - C5. An array that the function may write is passed once.
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Arg<Variadic<AnyType>, "", [MemRead, MemWrite]>:$arguments);
  let assemblyFormat = [{
    $callee `(` $arguments `)` attr-dict (`:` qualified(type($arguments))^)?
  }];
}

#endif // SA_DIALECT_SA_IR_SACALLOPS_TD
