// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions, and the arrays that they create.

#ifndef SA_DIALECT_SA_IR_SAFUNCTIONOPS_TD
#define SA_DIALECT_SA_IR_SAFUNCTIONOPS_TD

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "sa/Dialect/SA/IR/SATypes.td"

def SA_FuncOp : SA_Op<"func", [
    FunctionOpInterface, IsolatedFromAbove, AffineScope, AutomaticAllocationScope,
    SingleBlockImplicitTerminator<"ReturnOp">,
    OpAsmOpInterface]> {
  let summary = "a function over external arrays and scalars";
  let description = [{
    The body creates constants and temporaries, and runs nests in order. The
    arguments determine the emitted signature: `const T *` for an `input`, `T *`
    for an `inout` or `output`, the scalars, one `int64_t` for each run-time size,
    and one for each stride of an array with the layout `any`.

    Emitted code and messages use the names of the arguments. An argument whose
    SSA name differs from its name is followed by the name in quotes.

    ```mlir
    sa.func @scale(%x: !sa.array<?xf32, inout, sizes = [N]>, %alpha: f32) {
      …
    }
    ```

    Rules:

    - C1. An argument is an `input`, `inout` or `output` array, or a scalar that
      is not complex.
    - C2. The names of the arguments differ from each other and from the sizes'. An
      `index` argument with the attribute `sa.size` is a size: arrays may have its
      name in their types, and it is not negative.
    - C3. There are no results.
    - C4. The name of the function is an identifier of C++.
    - C5. The body consists of constants, temporaries, nests, calls, plans, loops
      (`sa.loop`), `sa.dim`, `sa.require`, `sa.round`, `sa.if_moved`, arithmetic on
      scalars, and the `affine.for` and `affine.if` that plans become.
    - C6. These consist of loops and conditions (`affine`, `scf`), the operations of
      nests, buffers, caches, `gpu.barrier`, and operations on vectors
      (`sa.vector_load`, `sa.vector_store`, `arith`, `math`, `vector`). The
      execution of a loop is its attribute `sa.execution`.
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    StrArrayAttr:$arg_names,
    OptionalAttr<StrAttr>:$sym_visibility,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
      "::llvm::ArrayRef<::mlir::Type>":$argTypes,
      "::llvm::ArrayRef<::llvm::StringRef>":$argNames)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::llvm::StringRef getArgName(unsigned index);
    /// Returns the names of the run-time sizes of the arguments, in the order of
    /// the emitted signature. A `?` without a name is named after its array and
    /// dimension.
    ::llvm::SmallVector<std::string> getSizeNames();
    /// Returns the name of the size of dimension `dim`, a `?`, of an argument.
    std::string getSizeName(unsigned index, unsigned dim);
    /// Returns the name of a stride of an argument with the layout `any`.
    std::string getStrideName(unsigned index, unsigned dim);

    void getAsmBlockArgumentNames(::mlir::Region &region,
                                  ::mlir::OpAsmSetValueNameFn setName);
  }];
}

def SA_ReturnOp : SA_Op<"return",
    [Pure, Terminator, HasParent<"FuncOp">]> {
  let summary = "ends a function; implied where it is not written";
  let assemblyFormat = "attr-dict";
}

def SA_ConstOp : SA_Op<"const",
    [Pure, HasParent<"FuncOp">,
     DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "an array whose elements are known at compile time";
  let description = [{
    ```mlir
    %W = sa.const "W" dense<[1.0, 2.0, 1.0]> : tensor<3xf32> as !sa.array<3xf32, const>
    ```

    Rules:

    - C1. The role is `const`.
    - C2. Shape and element type are those of the elements.
    - C3. Elements with equal offsets are equal, and those outside of the domain
      are zero.
  }];
  let arguments = (ins StrAttr:$name, ElementsAttr:$value);
  let results = (outs SA_ArrayType:$result);
  let assemblyFormat = "$name $value attr-dict `as` qualified(type($result))";
  let hasVerifier = 1;
}

def SA_TempOp : SA_Op<"temp",
    [HasParent<"FuncOp">,
     DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "an array of one call, zero on entry";
  let description = [{
    ```mlir
    %T = sa.temp "T" : !sa.array<64x64xf32, temp>
    %P = sa.temp "P" private(2) : !sa.array<8xf32, temp>
    %B_cache = sa.temp "B_cache" uninitialized : !sa.array<64x16xf32, temp>
    ```

    With `private(n)`, no point of the nest reads what a point that differs in the
    first n indices wrote, so that each work-item can have its own instance.
    `--sa-elide-temporaries` adds it.

    An `uninitialized` temporary is not cleared: no element is read before it is
    written. `--sa-insert-caches` creates such temporaries.

    Rules:

    - C1. The role is `temp`.
    - C2. A run-time size is one that an argument has, by its name.
    - C3. A private temporary has a static shape and the row-major layout.
    - C4. One nest uses a private temporary, and has at least n indices.
  }];
  let arguments = (ins StrAttr:$name, OptionalAttr<I64Attr>:$privateIndices,
                       UnitAttr:$uninitialized);
  let results = (outs Res<SA_ArrayType, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    $name (`private` `(` $privateIndices^ `)`)?
    (`uninitialized` $uninitialized^)? attr-dict
    `:` qualified(type($result))
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$type,
                                 "::llvm::StringRef":$name), [{
    build($_builder, $_state, type, $_builder.getStringAttr(name),
          /*privateIndices=*/nullptr, /*uninitialized=*/false);
  }]>];
  let hasVerifier = 1;
}

def SA_DimOp : SA_Op<"dim", [Pure]> {
  let summary = "the size of one dimension of an array";
  let description = [{
    ```mlir
    %m = sa.dim %A, 0 : !sa.array<?x32xf32, input, sizes = [M]>
    ```

    Rule C1: the dimension is one of the array's.
  }];
  let arguments = (ins SA_ArrayType:$array, I64Attr:$dimension);
  let results = (outs Index:$result);
  let assemblyFormat = "$array `,` $dimension attr-dict `:` qualified(type($array))";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def SA_RequireOp : SA_Op<"require"> {
  let summary = "the smallest value of an open size";
  let description = [{
    `--sa-check-accesses` adds it for open sizes that loops with other bounds
    access. The runtime checks it when the function is called.

    ```mlir
    sa.require %rows at_least %n of "A" dimension 0
    ```

    Rule C1: the size is a run-time size of an argument of the function.
  }];
  let arguments = (ins Index:$size, Index:$least, StrAttr:$array,
                       I64Attr:$dimension);
  let assemblyFormat = [{
    $size `at_least` $least `of` $array `dimension` $dimension attr-dict
  }];
  let hasVerifier = 1;
}

#endif // SA_DIALECT_SA_IR_SAFUNCTIONOPS_TD
