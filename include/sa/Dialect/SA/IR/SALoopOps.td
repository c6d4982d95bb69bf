// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands in the loops that plans become, beside `affine.for`, `affine.if`
// and the ops of nests.

#ifndef SA_DIALECT_SA_IR_SALOOPOPS_TD
#define SA_DIALECT_SA_IR_SALOOPOPS_TD

include "sa/Dialect/SA/IR/SANestOps.td"

def SA_CacheBlockOp : SA_Op<"cache_block", [AllTypesMatch<["source", "cached"]>]> {
  let summary = "a copy that the loop after it uses";
  let description = [{
    What `sa.cache` becomes when there are loops: in the next operation of the
    block, the loop that triggers the copy, accesses to the source go to the
    copy. `--sa-insert-caches` makes memory, loops that fill it and loops that
    write it back of it.

    ```mlir
    %B_cache = sa.cache_block %B as "B_cache" at "kk" {location = "private"} : !sa.array<…>
    affine.for %k = … { … }
    ```

    Without a location the copy is private to each iteration of the parallel
    loops around it; where there are none, or its extent is only known at run
    time, it is in global memory.

    Rules:

    - C1. The next operation is a loop.
    - C2. That loop, or one in it, has the name that `at` gives.
  }];
  let arguments = (ins
    SA_ArrayType:$source, StrAttr:$name, StrAttr:$at,
    OptionalAttr<SA_LayoutAttrInterface>:$layout,
    OptionalAttr<TypeAttr>:$elementType,
    UnitAttr:$thrifty,
    OptionalAttr<StrAttr>:$location,
    UnitAttr:$doubleBuffer,
    OptionalAttr<StrAttr>:$doubleBufferLocation,
    UnitAttr:$vectorize);
  let results = (outs SA_ArrayType:$cached);
  let assemblyFormat = [{
    $source `as` $name `at` $at attr-dict `:` qualified(type($source))
  }];
  let hasVerifier = 1;
}

def SA_BufferOp : SA_Op<"buffer", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "memory of a work-item or a work-group";
  let description = [{
    An array that lives as long as the iteration in which it stands. It holds
    nothing at first.

    ```mlir
    %B_cache = sa.buffer "B_cache" private : !sa.array<256x16xf32, temp>
    %tile = sa.buffer "tile" local : !sa.array<16x16xf32, temp>
    ```

    Rules:

    - C1. The role is `temp`, and the shape is static.
    - C2. It stands in a loop, in which none runs in parallel; local memory in loops
      that are bound to groups.
  }];
  let arguments = (ins StrAttr:$name, UnitAttr:$local);
  let results = (outs Res<SA_ArrayType, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    $name (`local` $local^):(`private`)? attr-dict `:` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def SA_VectorLoadOp : SA_Op<"vector_load"> {
  let summary = "reads elements of an array into the lanes of a vector";
  let description = [{
    ```mlir
    %v = sa.vector_load %B[%k, %j] step [0, 1] : !sa.array<64x64xf32, input> to vector<16xf32>
    ```

    The first lane reads the element at the indices; from lane to lane the
    indices grow by the steps.

    Rules:

    - C1. One index and one step for each dimension.
    - C2. The vector has one dimension, and holds the array's elements, which are
      not complex.
  }];
  let arguments = (ins Arg<SA_ArrayType, "", [MemRead]>:$array,
                       Variadic<Index>:$indices, DenseI64ArrayAttr:$steps);
  let results = (outs AnyVectorOfNonZeroRank:$result);
  let assemblyFormat = [{
    $array `[` $indices `]` `step` $steps attr-dict `:` qualified(type($array))
    `to` type($result)
  }];
  let hasVerifier = 1;
}

def SA_VectorStoreOp : SA_Op<"vector_store"> {
  let summary = "writes the lanes of a vector to elements of an array";
  let description = [{
    ```mlir
    sa.vector_store %v, %C[%i, %j] step [0, 1] : vector<16xf32> to !sa.array<64x64xf32, inout>
    ```

    The lanes go to different elements.

    Rules:

    - C1. One index and one step for each dimension.
    - C2. The vector has one dimension, and holds the array's elements, which are
      not complex.
    - C3. The array's role allows writing.
  }];
  let arguments = (ins AnyVectorOfNonZeroRank:$value,
                       Arg<SA_ArrayType, "", [MemWrite]>:$array,
                       Variadic<Index>:$indices, DenseI64ArrayAttr:$steps);
  let assemblyFormat = [{
    $value `,` $array `[` $indices `]` `step` $steps attr-dict
    `:` type($value) `to` qualified(type($array))
  }];
  let hasVerifier = 1;
}

def SA_TouchOp : SA_Op<"touch"> {
  let summary = "asks for an element before it is read";
  let description = [{
    ```mlir
    sa.touch %B[%k, %j] : !sa.array<64x64xf32, input>
    ```

    The device may fetch the element, and what is next to it, into its caches.
    Nothing is read: the indices may lie outside of the array.

    Rule C1: one index for each dimension.
  }];
  let arguments = (ins SA_ArrayType:$array, Variadic<Index>:$indices);
  let assemblyFormat = [{
    $array `[` $indices `]` attr-dict `:` qualified(type($array))
  }];
  let hasVerifier = 1;
}

def SA_IdleOp : SA_Op<"idle"> {
  let summary = "tells which iterations of a loop do nothing";
  let description = [{
    ```mlir
    affine.for %k = 0 to 64 step 16 {
      %block = affine.apply affine_map<(k) -> (k floordiv 16)>(%k)
      sa.idle %W_blocks[%block] in "k" : !sa.array<4xui8, const>
      …
    } {sa.index = "k"}
    ```

    Where the element is zero, what comes after it in an iteration of the loop
    changes nothing, and need not be done. `--sa-skip-idle` makes a condition of
    it, if it still stands in that loop.

    Rules:

    - C1. The array is a constant, with one index for each dimension.
  }];
  let arguments = (ins SA_ArrayType:$array, Variadic<Index>:$indices,
                       StrAttr:$loop);
  let assemblyFormat = [{
    $array `[` $indices `]` `in` $loop attr-dict `:` qualified(type($array))
  }];
  let hasVerifier = 1;
}

#endif // SA_DIALECT_SA_IR_SALOOPOPS_TD
