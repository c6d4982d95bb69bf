// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations in the loops of plans, besides `affine.for`, `affine.if` and
// those of nests.

#ifndef SA_DIALECT_SA_IR_SALOOPOPS_TD
#define SA_DIALECT_SA_IR_SALOOPOPS_TD

include "sa/Dialect/SA/IR/SANestOps.td"

def SA_LoopCacheOp : SA_Op<"loop_cache", [AllTypesMatch<["source", "cached"]>]> {
  let summary = "a cache that the next loop uses";
  let description = [{
    The form of `sa.cache` once loops exist: in the next operation, the loop that
    triggers it, accesses of the source use the cache. `--sa-insert-caches`
    replaces it by memory, the fill and the write-back.

    ```mlir
    %B_cache = sa.loop_cache %B as "B_cache" at "kk" {location = #sa.memory<private>} : !sa.array<…>
    affine.for %k = … { … }
    ```

    Without a location the cache is private if its size is static and there are
    parallel loops around it, and global otherwise.

    Rules:

    - C1. The next operation is a loop.
    - C2. That loop, or one in it, has the name `at`.
  }];
  let arguments = (ins
    SA_ArrayType:$source, StrAttr:$name, StrAttr:$at,
    OptionalAttr<SA_LayoutAttrInterface>:$layout,
    OptionalAttr<TypeAttr>:$elementType,
    UnitAttr:$thrifty,
    OptionalAttr<SA_MemorySpaceAttr>:$location,
    UnitAttr:$doubleBuffer,
    OptionalAttr<SA_MemorySpaceAttr>:$doubleBufferLocation,
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
    An array that lives as long as the iteration around it. It is uninitialized.

    ```mlir
    %B_cache = sa.buffer "B_cache" private : !sa.array<256x16xf32, temp>
    %tile = sa.buffer "tile" local : !sa.array<16x16xf32, temp>
    ```

    Rules:

    - C1. The role is `temp`, and the shape is static.
    - C2. It stands in a loop without parallel loops in it; a local one in loops
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

    The first lane reads the element at the indices, which grow by `step` from
    lane to lane.

    Rules:

    - C1. One index and one increment for each dimension.
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

    The lanes write different elements.

    Rules:

    - C1. One index and one increment for each dimension.
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

def SA_PrefetchElementOp : SA_Op<"prefetch_element"> {
  let summary = "prefetches an element";
  let description = [{
    ```mlir
    sa.prefetch_element %B[%k, %j] : !sa.array<64x64xf32, input>
    ```

    A hint to the device. The indices may lie outside of the array.

    Rule C1: one index for each dimension.
  }];
  let arguments = (ins SA_ArrayType:$array, Variadic<Index>:$indices);
  let assemblyFormat = [{
    $array `[` $indices `]` attr-dict `:` qualified(type($array))
  }];
  let hasVerifier = 1;
}

def SA_IdleOp : SA_Op<"idle"> {
  let summary = "marks idle iterations of a loop";
  let description = [{
    ```mlir
    affine.for %k = 0 to 64 step 16 {
      %block = affine.apply affine_map<(k) -> (k floordiv 16)>(%k)
      sa.idle %W_blocks[%block] in "k" : !sa.array<4xui8, const>
      …
    } {sa.index = "k"}
    ```

    Where the element is zero, the operations after it in an iteration of the
    loop have no effect. `--sa-skip-idle` replaces it by a condition if it still
    stands in that loop.

    Rule C1: the array is a constant, with one index for each dimension.
  }];
  let arguments = (ins SA_ArrayType:$array, Variadic<Index>:$indices,
                       StrAttr:$loop);
  let assemblyFormat = [{
    $array `[` $indices `]` `in` $loop attr-dict `:` qualified(type($array))
  }];
  let hasVerifier = 1;
}

#endif // SA_DIALECT_SA_IR_SALOOPOPS_TD
