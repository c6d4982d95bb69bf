// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions made of functions.

#ifndef SA_DIALECT_SA_IR_SACALLOPS_TD
#define SA_DIALECT_SA_IR_SACALLOPS_TD

include "sa/Dialect/SA/IR/SAFunctionOps.td"

def SA_CallOp : SA_Op<"call", [
    HasParent<"FuncOp">, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "does what another function does, with other arrays";
  let description = [{
    ```mlir
    sa.call @mm(%A, %B, %T) : !sa.array<…>, !sa.array<…>, !sa.array<…>
    ```

    `--sa-inline-calls` puts the body of the function in its place, first of all:
    what is proven, and how arrays lie in memory, is a matter of the arrays that
    are passed. Any layout will do. A function that is only called is `private`,
    and gone afterwards.

    Rules:

    - C1. The callee is a function of the module.
    - C2. There is one operand for each of its arguments: an array for an array,
      and otherwise a scalar of the same type.
    - C3. An array has the element type and the rank of the argument, and its
      sizes where they are numbers. Where they have names, sizes of the same
      name are the same.
    - C4. For an `inout` or `output` argument, the array can be written.
    - C5. An array that the function may write is passed once.
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Arg<Variadic<AnyType>, "", [MemRead, MemWrite]>:$arguments);
  let assemblyFormat = [{
    $callee `(` $arguments `)` attr-dict (`:` qualified(type($arguments))^)?
  }];
}

#endif // SA_DIALECT_SA_IR_SACALLOPS_TD
