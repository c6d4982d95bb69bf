// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of the host once nests are kernels.

#ifndef SA_DIALECT_SA_IR_SALAUNCHOPS_TD
#define SA_DIALECT_SA_IR_SALAUNCHOPS_TD

include "sa/Dialect/SA/IR/SAFunctionOps.td"

def SA_AllocOp : SA_Op<"alloc", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "device memory of one call";
  let description = [{
    The lowered form of `sa.temp`: flat storage that the runtime allocates at every
    call, clears unless it is `uninitialized`, and frees when the call's work is
    done.

    ```mlir
    %T = sa.alloc "T" (%n) of f32 : memref<?xf32>
    %B_cache = sa.alloc "B_cache" (%n) uninitialized of f32 : memref<?xf32>
    ```

    Rule C1: the memory holds the storage of elements of that type.
  }];
  let arguments = (ins StrAttr:$name, Index:$elements, TypeAttr:$element_type,
                       UnitAttr:$uninitialized);
  let results = (outs Res<MemRefRankOf<[AnyType], [1]>, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    $name `(` $elements `)` (`uninitialized` $uninitialized^)? `of` $element_type attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def SA_UploadOp : SA_Op<"upload", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a constant array in device memory, copied there once";
  let description = [{
    The lowered form of a `sa.const` that is too large for a kernel. The runtime
    copies it to a device at its first use there.

    ```mlir
    %W = sa.upload "W" dense<1.0> : tensor<4096xf32> of f32 : memref<?xf32>
    ```

    Rules:

    - C1. The memory holds the storage of elements of that type.
    - C2. The values are that storage.
  }];
  let arguments = (ins StrAttr:$name, ElementsAttr:$value, TypeAttr:$element_type);
  let results = (outs Res<MemRefRankOf<[AnyType], [1]>, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    $name $value `of` $element_type attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def SA_ErrorRecordOp : SA_Op<"error_record", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "device memory for the first error of a call, and for what it prints";
  let description = [{
    Words of 32 bits that are zero when a call begins, and that the runtime looks
    at after it. A site is a place of the program that can fail: an index of a
    dimension of an array, or an assumption; `indices` are the names of those of
    its point. Or it prints a line: `texts`, with values of `types` between them.

    ```mlir
    %errors = sa.error_record [
      {array = "H", dimension = 0 : i64, indices = ["i"]},
      {assumption = "x < n", indices = ["i"]}
    ] : memref<?xi32>
    ```

    The first words are a flag, which is one after an error, and the number of the
    site. Then come two words each, the lower first, for the value, the size, and
    the indices. If there is a site that prints, the word `printStart` is the number
    of words in use behind the next one, which is the number of lost lines. Each
    line has a word for its site, and two for each value.

    Rules:

    - C1. A site has `indices`, and `array` and `dimension` or `assumption`; or
      `texts`, one more than `types`.
    - C2. The memory is of `i32`.
  }];
  let arguments = (ins DictArrayAttr:$sites);
  let results = (outs Res<MemRefRankOf<[I32], [1]>, "", [MemAlloc]>:$result);
  let assemblyFormat = "$sites attr-dict `:` type($result)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Returns how many words the error and its site have.
    int64_t getNumWords();
    /// Returns true if a site prints.
    bool hasPrints();
    /// The first word of what is printed, behind all that an error takes.
    static constexpr int64_t printStart = 2 + 2 * (2 + 16);
    /// How many words lines have in a call.
    static constexpr int64_t printWords = 1 << 16;
  }];
}

def SA_RecordErrorOp : SA_Op<"record_error"> {
  let summary = "writes an error record, unless it has an error already";
  let description = [{
    ```mlir
    sa.record_error %errors site 0 value %v size %n at (%i) : memref<?xi32>
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I32], [1]>, "", [MemRead, MemWrite]>:$record,
    I64Attr:$site, Index:$value, Index:$size, Variadic<Index>:$point);
  let assemblyFormat = [{
    $record `site` $site `value` $value `size` $size `at` `(` $point `)` attr-dict
    `:` type($record)
  }];
}

def SA_RecordPrintOp : SA_Op<"record_print"> {
  let summary = "writes a line to an error record, if there is room";
  let description = [{
    ```mlir
    sa.record_print %errors site 0 (%bits) : memref<?xi32>
    ```

    The values are given as 64 bits.
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I32], [1]>, "", [MemRead, MemWrite]>:$record,
    I64Attr:$site, Variadic<I64>:$values);
  let assemblyFormat = [{
    $record `site` $site `(` $values `)` attr-dict `:` type($record)
  }];
}

def SA_LaunchOp : SA_Op<"launch", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a kernel over a range of work-items";
  let description = [{
    The range has one to three dimensions, the slowest first, as in
    `sycl::range`. Without `local` the runtime chooses the work-groups.
    Launches of a function run one after the other.

    ```mlir
    sa.launch @kernels::@gemm_0 range(%m, %n) args(%A, %B, %C, %m) :
        memref<?xf32>, memref<?xf32>, memref<?xf32>, index
    ```

    Rules:

    - C1. The kernel is a `gpu.func` marked as a kernel, or the `llvm.func` that it
      became, and the arguments have its types.
    - C2. The range has one to three dimensions, and `local`, when given, as many.
  }];
  let arguments = (ins
    SymbolRefAttr:$kernel,
    Variadic<Index>:$range,
    Variadic<Index>:$local,
    Variadic<AnyType>:$kernelOperands);
  let assemblyFormat = [{
    $kernel `range` `(` $range `)` (`local` `(` $local^ `)`)?
    `args` `(` ($kernelOperands^ `)` `:` type($kernelOperands)) : (`)`)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // SA_DIALECT_SA_IR_SALAUNCHOPS_TD
