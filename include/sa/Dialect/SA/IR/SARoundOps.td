// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops around nests, and what they become on the host.

#ifndef SA_DIALECT_SA_IR_SAROUNDOPS_TD
#define SA_DIALECT_SA_IR_SAROUNDOPS_TD

include "sa/Dialect/SA/IR/SANestOps.td"

def SA_LoopOp : SA_Op<"loop", [
    ParentOneOf<["FuncOp", "LoopOp"]>, RecursiveMemoryEffects, AffineScope,
    AttrSizedOperandSegments, SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "repeats nests and calls, in order";
  let description = [{
    ```mlir
    sa.loop (%t) to (100) {
      sa.nest (%i) to (64) { … }
      sa.call @exchange(%A, %T) : …
      sa.swap %A, %T : !sa.array<64xf32, inout>, !sa.array<64xf32, temp>
    }
    sa.loop (%k) to (%limit) while %error[] every 10 : !sa.array<i32, temp> {
      …
    }
    ```

    The body runs in rounds 0, 1, … up to the limit, a number or an `index` value
    of the function; a limit that is not positive gives no round. The index of the
    rounds is a number in the nests of the body, as sizes are. Temporaries are
    zero when the function begins and keep what they hold from round to round.

    With `while`, the host reads the element after every n-th round, and begins no
    further round if it is zero.

    `--sa-outline-rounds` makes functions of the nests between loops, which the
    passes about nests see, and `--sa-inline-rounds` puts them back.

    Rules:

    - C1. The body consists of nests, plans, calls, loops, swaps, `sa.dim`, arithmetic on
      scalars, and the `affine.for` and `affine.if` that plans become.
    - C2. The name of the index differs from those of arguments, sizes and other
      loops of the function.
    - C3. The limit is a number, or an `index` that the function computes outside of
      the loop.
    - C4. The element of `while` is an integer in an `inout` or `temp` array with
      static sizes around it, and the host reads it every n-th round, n > 0.
    - C5. Swaps stand at the end of the body.
    - C6. At most 16 loops are around each other.
  }];
  let arguments = (ins
    StrAttr:$indexName,
    Optional<Index>:$dynamicLimit,
    OptionalAttr<I64Attr>:$staticLimit,
    Optional<SA_ArrayType>:$flag,
    OptionalAttr<DenseI64ArrayAttr>:$flagIndex,
    OptionalAttr<I64Attr>:$every);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    custom<Loop>($indexName, $dynamicLimit, $staticLimit, $flag, type($flag),
                 $flagIndex, $every, $body)
    attr-dict
  }];
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins
      "::llvm::StringRef":$indexName, "::mlir::OpFoldResult":$limit,
      CArg<"::mlir::Value", "{}">:$flag,
      CArg<"::llvm::ArrayRef<int64_t>", "{}">:$flagIndex,
      CArg<"int64_t", "1">:$every)>];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::BlockArgument getIndex() { return getBody().getArgument(0); }
    /// Returns the number of rounds, or an upper bound of it with `while`.
    ::mlir::OpFoldResult getLimit();
  }];
}

def SA_SwapOp : SA_Op<"swap", [HasParent<"LoopOp">]> {
  let summary = "lets two arrays trade places at the end of a round";
  let description = [{
    ```mlir
    sa.swap %A, %T : !sa.array<64xf32, inout>, !sa.array<64xf32, temp>
    ```

    What each array holds, the other one holds from now on. Nothing is copied
    until the function ends: then an `inout` array that is in the place of a
    temporary is copied to its own.

    Rules:

    - C1. They are two different arrays, temporaries or one `inout` argument and a
      temporary.
    - C2. Their types are equal, apart from the role.
    - C3. Only further swaps follow in the body of the loop.
    - C4. A temporary trades places with one `inout` argument at the most, also by
      way of other temporaries.
  }];
  let arguments = (ins Arg<SA_ArrayType, "", [MemRead, MemWrite]>:$lhs,
                       Arg<SA_ArrayType, "", [MemRead, MemWrite]>:$rhs);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` qualified(type($lhs)) `,` qualified(type($rhs))
  }];
  let hasVerifier = 1;
}

def SA_RoundOp : SA_Op<"round", [HasParent<"FuncOp">]> {
  let summary = "states that an argument is the index of a round";
  let description = [{
    ```mlir
    sa.round %t to %n
    ```

    The argument is at least zero and less than the limit. `--sa-outline-rounds`
    creates it in functions whose calls stand in loops.

    Rule C1: the index is an `index` argument of the function.
  }];
  let arguments = (ins Index:$index, Index:$limit);
  let assemblyFormat = "$index `to` $limit attr-dict";
  let hasVerifier = 1;
}

def SA_IfMovedOp : SA_Op<"if_moved", [
    HasParent<"FuncOp">, RecursiveMemoryEffects, AffineScope,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "runs nests if swaps moved an array into the place of another";
  let description = [{
    ```mlir
    sa.if_moved %A to %T : !sa.array<64xf32, inout>, !sa.array<64xf32, temp> {
      sa.nest (%i) to (64) { … }          // copies %A to %T
    }
    ```

    The body runs if the temporary is now in the memory in which the caller gave
    the argument. `--sa-outline-rounds` creates it at the end of functions.

    Rules:

    - C1. The first array is an argument, and the second a temporary.
    - C2. The body is what the body of a loop may be, without loops and swaps.
  }];
  let arguments = (ins Arg<SA_ArrayType, "", [MemRead]>:$array,
                       Arg<SA_ArrayType, "", [MemRead]>:$temporary);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $array `to` $temporary attr-dict `:` qualified(type($array)) `,`
    qualified(type($temporary)) $body
  }];
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$array,
                                 "::mlir::Value":$temporary)>];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def SA_ExchangeOp : SA_Op<"exchange", [
    AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "exchanges the memory of two arrays";
  let description = [{
    The lowered form of `sa.swap`. Launches that follow, and those in the next
    rounds, get the memory of the one for the other.

    ```mlir
    sa.exchange %A, %T : memref<?xf32>
    ```

    Rule C1: each is an argument of the function or a `sa.alloc`.
  }];
  let arguments = (ins MemRefRankOf<[AnyType], [1]>:$lhs,
                       MemRefRankOf<[AnyType], [1]>:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
  let hasVerifier = 1;
}

def SA_StandsForOp : SA_Op<"stands_for", [
    AllTypesMatch<["temporary", "array"]>]> {
  let summary = "asks whether an array is in the memory that another one had";
  let description = [{
    The lowered form of the condition of `sa.if_moved`: true if the temporary is
    in the memory that the argument had when the function was called.

    ```mlir
    %moved = sa.stands_for %T, %A : memref<?xf32>
    ```

    Rule C1: the second is an argument of the function, and the first is not.
  }];
  let arguments = (ins MemRefRankOf<[AnyType], [1]>:$temporary,
                       MemRefRankOf<[AnyType], [1]>:$array);
  let results = (outs I1:$result);
  let assemblyFormat = "$temporary `,` $array attr-dict `:` type($temporary)";
  let hasVerifier = 1;
}

def SA_StopUnlessOp : SA_Op<"stop_unless"> {
  let summary = "ends the loop of the host if an element is zero";
  let description = [{
    The lowered form of `while`. In every n-th round of the `scf.for` around it,
    the host waits for the launches so far, reads the element, and begins no
    further round if it is zero.

    ```mlir
    sa.stop_unless %flag[%offset] every 10 : memref<?xi32>
    ```

    Rules:

    - C1. It stands in the body of an `scf.for` with the increment 1 that begins at
      0.
    - C2. It is read every n-th round, n > 0.
  }];
  let arguments = (ins MemRefRankOf<[AnyInteger], [1]>:$memory, Index:$offset,
                       I64Attr:$every);
  let assemblyFormat = [{
    $memory `[` $offset `]` `every` $every attr-dict `:` type($memory)
  }];
  let hasVerifier = 1;
}

#endif // SA_DIALECT_SA_IR_SAROUNDOPS_TD
