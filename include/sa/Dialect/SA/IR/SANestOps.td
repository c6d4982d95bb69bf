// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nests, and the accesses in their bodies.

#ifndef SA_DIALECT_SA_IR_SANESTOPS_TD
#define SA_DIALECT_SA_IR_SANESTOPS_TD

include "sa/Dialect/SA/IR/SAFunctionOps.td"

def SA_NestOp : SA_Op<"nest", [
    ParentOneOf<["FuncOp", "LoopOp", "IfMovedOp"]>, RecursiveMemoryEffects, AffineScope,
    AttrSizedOperandSegments, SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "runs its body for every point of an iteration space, in lexicographic order";
  let description = [{
    ```mlir
    sa.nest (%i, %j) to (64, %n) {
      …
    }
    ```

    Every index starts at zero. The sizes are numbers or `index` values. An index
    whose SSA name differs from its name in messages and emitted code is followed
    by that name in quotes: `%i_0 "i"`.

    `where` restricts the points to those that satisfy a set of affine
    constraints; its symbols are `index` values in square brackets:

    ```mlir
    sa.nest (%i, %j) to (%n, %n) where affine_set<(i, j) : (i - j >= 0)> {
      …                                      // the lower triangle
    }
    sa.nest (%i, %j) to (64, 64) where affine_set<(i, j)[n] : (n - i - j >= 0)>[%n] {
      …
    }
    ```

    Points that differ in the indices of `parallel("i", "j")` may run in any order
    or at the same time. `--sa-parallelize` adds it.

    `segments` restricts an index to a range that depends on other indices: from
    `starts[s]` to just before `starts[s + 1]`, where `s` is the result of the
    map. `--sa-skip-zeros` creates such nests; here each `i` has its own list:

    ```mlir
    sa.nest (%i, %q) to (64, 120) parallel("i")
        segments("q" of %starts at (i, q) -> (i) : !sa.array<65xui16, const>) {
      …
    }
    ```

    A body may have loops, conditions, and variables that live for one point:

    ```mlir
    sa.nest (%i) to (64) {
      %sum = memref.alloca() : memref<f32>
      memref.store %zero, %sum[] : memref<f32>
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        …
      } {sa.index = "k"}
      affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
        …                                  // here A[i - 1] exists
      }
      scf.if %isPositive {
        …
      }
      %left = affine.if affine_set<(i) : (i - 1 >= 0)>(%i) -> f32 {
        %before = sa.load %A[%i - 1] …     // is read only there
        affine.yield %before : f32
      } else {
        affine.yield %zero : f32
      }
    }
    ```

    Subscripts may also have `index.mins`, `index.maxs`, `affine.min`,
    `affine.max`, `sa.extend_index`, and `sa.floordivsi` and `sa.floormodsi` by
    run-time sizes in them.

    Proofs about accesses use the bounds of `affine.for`, the sets of `affine.if`,
    and the conditions of `scf.if` that consist of `arith.cmpi`, `andi`, `ori` and
    `xori` on indices.

    A plan refers to a nest by its name: `sa.nest "mm" (%i, %j) to (64, %n)`. Passes
    do not change a nest with a plan before `--sa-apply-plans`.

    Rules:

    - C1. One name and one size for each index; names differ.
    - C2. A size is not negative.
    - C3. `parallel` names indices of the nest.
    - C4. The static sizes multiply to a number of points that 63 bits hold.
    - C5. The body consists of loads, stores, accumulations, `sa.dim`, `sa.bound`,
      `sa.checked_index`, `sa.assume`, `sa.violate`, `sa.print`, arithmetic on scalars (`arith`, `complex`, `math`, `index`, `affine.apply`),
      variables (`memref.alloca`, `load` and `store` of one scalar), and of
      `affine.for`, `affine.if`, `scf.for` and `scf.if` around these.
    - C6. The set has one dimension for each index, and one value for each
      symbol.
    - C7. `segments` names an index that is not parallel, with a static size.
    - C8. The starts are a constant of integers with one dimension.
    - C9. The map has one result, over indices that are parallel or stand before
      the segmented one.
    - C10. Loops in the body have no results and count in `index`; the results of
      conditions are scalars. Both divide by positive constants.
  }];
  let arguments = (ins
    OptionalAttr<StrAttr>:$name,
    StrArrayAttr:$indexNames,
    Variadic<Index>:$dynamicSizes,
    DenseI64ArrayAttr:$staticSizes,
    OptionalAttr<IntegerSetAttr>:$where,
    Variadic<Index>:$whereSymbols,
    OptionalAttr<StrArrayAttr>:$parallel,
    OptionalAttr<StrAttr>:$segmented,
    Optional<SA_ArrayType>:$starts,
    OptionalAttr<AffineMapAttr>:$segment);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    ($name^)? custom<Nest>($indexNames, $dynamicSizes, $staticSizes, $where,
                 $whereSymbols, $parallel, $segmented, $starts,
                 type($starts), $segment, $body)
    attr-dict
  }];
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins
      "::llvm::ArrayRef<::llvm::StringRef>":$indexNames,
      "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes,
      CArg<"::mlir::IntegerSetAttr", "{}">:$where,
      CArg<"::mlir::ValueRange", "{}">:$whereSymbols)>];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    unsigned getRank() { return getStaticSizes().size(); }
    ::mlir::Block::BlockArgListType getIndices() {
      return getBody().getArguments();
    }
    ::llvm::StringRef getIndexName(unsigned position);
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
    bool isParallel(unsigned position);
    /// Returns the constraints of `where`, over its dimensions and symbols. A
    /// point belongs to the nest if none is negative.
    ::llvm::SmallVector<::mlir::AffineExpr> getConstraints();
    /// Returns true for the index of `segments`.
    bool isSegmented(unsigned position);
    /// Restricts the index `name` to the segments of `starts`.
    void setSegments(::llvm::StringRef name, ::mlir::Value starts,
                     ::mlir::AffineMap segment);
  }];
}

def SA_YieldOp : SA_Op<"yield", [
    Pure, Terminator, ParentOneOf<["NestOp", "LoopOp", "IfMovedOp"]>]> {
  let summary = "ends the body of a nest or a loop; implied where it is not written";
  let assemblyFormat = "attr-dict";
}

def SA_BoundOp : SA_Op<"bound"> {
  let summary = "states that an index is at least zero and less than a size";
  let description = [{
    `--sa-check-accesses` proves it for every point of the nest, or refuses the
    program. It states the bounds of views, which are smaller than their arrays.

    ```mlir
    sa.bound %i to %n "dimension 0 of view 'V'"
    ```

    Rule C1: it stands in a nest.
  }];
  let arguments = (ins Index:$index, Index:$size, StrAttr:$what);
  let assemblyFormat = "$index `to` $size $what attr-dict";
  let hasVerifier = 1;
}

def SA_CheckedIndexOp : SA_Op<"checked_index", [NoMemoryEffect]> {
  let summary = "an index that data chooses, checked on the device";
  let description = [{
    The result is the value where it is at least zero and less than the size. If
    it is not, the launch notes the value and the point, `sa.error_record` reports
    it after the launch, and the result is zero: no access leaves its array.

    ```mlir
    %b = sa.load %bins[%i] : !sa.array<64xi32, input>
    %v = arith.index_cast %b : i32 to index
    %n = sa.dim %H, 0 : !sa.array<?xi32, inout, sizes = [N]>
    %bin = sa.checked_index %v to %n of "H" dimension 0 at ["i"](%i)
    sa.accumulate add %one, %H[%bin] : !sa.array<?xi32, inout, sizes = [N]>
    ```

    Proofs know that the result is between zero and the size, and nothing else:
    two results may be equal at any two points. `at` names the indices of the
    point in messages. An `unsigned` value of 64 bits is told as one.

    Rules:

    - C1. It stands in a nest, or in the loops that a nest becomes.
    - C2. One name for each index of the point, at most 16.
  }];
  let arguments = (ins Index:$value, Index:$size, StrAttr:$array,
                       I64Attr:$dimension, StrArrayAttr:$names,
                       Variadic<Index>:$point, UnitAttr:$is_unsigned);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $value `to` $size `of` $array `dimension` $dimension
    (`unsigned` $is_unsigned^)? `at` $names `(` $point `)` attr-dict
  }];
  let hasVerifier = 1;
}

def SA_AssumeOp : SA_Op<"assume"> {
  let summary = "states a fact about what follows in its block";
  let description = [{
    Proofs about what follows in the block know the condition as they know that
    of an `scf.if`. Where it does not hold, what follows does not run, and
    `sa.error_record` reports it after the launch. An `unsafe` assumption is not
    checked: if it does not hold, the behaviour is undefined.

    ```mlir
    %small = arith.cmpi slt, %x, %n : index
    sa.assume %small "x < n" at ["i"](%i)
    sa.assume %positive unsafe "x >= 0" at ["i"](%i)
    ```

    `--sa-expand-assumptions` replaces the checked ones by conditions.

    Rules:

    - C1. It stands in a nest.
    - C2. One name for each index of the point, at most 16.
  }];
  let arguments = (ins I1:$condition, UnitAttr:$is_unsafe, StrAttr:$what,
                       StrArrayAttr:$names, Variadic<Index>:$point);
  let assemblyFormat = [{
    $condition (`unsafe` $is_unsafe^)? $what `at` $names `(` $point `)` attr-dict
  }];
  let hasVerifier = 1;
}

def SA_ViolateOp : SA_Op<"violate"> {
  let summary = "notes that an assumption does not hold at a point";
  let description = [{
    ```mlir
    scf.if %small {
      …
    } else {
      sa.violate "x < n" at ["i"](%i)
    } {sa.assumption}
    ```

    `--sa-expand-assumptions` creates it.

    Rules:

    - C1. It stands in a nest, or in the loops that a nest becomes.
    - C2. One name for each index of the point, at most 16.
  }];
  let arguments = (ins StrAttr:$what, StrArrayAttr:$names,
                       Variadic<Index>:$point);
  let assemblyFormat = "$what `at` $names `(` $point `)` attr-dict";
  let hasVerifier = 1;
}

def SA_PrintOp : SA_Op<"print"> {
  let summary = "prints a line after the call, for debugging";
  let description = [{
    The line consists of the texts with the values between them. A launch notes the
    values, and the runtime prints the lines once the work of the call has ended: in
    order where points run one after the other, in any order where they run at the
    same time. There is room for a limited number of lines in each call; how many
    are lost is printed after them.

    ```mlir
    sa.print ["i = ", ", x = ", ""] (%i, %x) : index, f32
    ```

    `is_unsigned` says which values are of unsigned types.

    Rules:

    - C1. It stands in a nest, or in the loops that a nest becomes.
    - C2. One text more than there are values, at most 16; no text has a NUL
      character.
    - C3. The values are of types of elements, or indices.
  }];
  let arguments = (ins StrArrayAttr:$texts, Variadic<AnyType>:$values,
                       OptionalAttr<DenseBoolArrayAttr>:$is_unsigned);
  let assemblyFormat = "$texts (`(` $values^ `)` `:` type($values))? attr-dict";
  let hasVerifier = 1;
}

// The base of loads, stores and accumulations.
class SA_AccessOp<string mnemonic, list<Trait> traits = []>
    : SA_Op<mnemonic, traits> {
  let hasVerifier = 1;
}

def SA_LoadOp : SA_AccessOp<"load",
    [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "reads one element of an array";
  let description = [{
    ```mlir
    %a = sa.load %A[%i, %k] : !sa.array<64x32xf32, input>
    ```

    Rules:

    - C1. One index for each dimension.
    - C2. In a nest, a constant index lies inside the shape.
  }];
  let arguments = (ins Arg<SA_ArrayType, "", [MemRead]>:$array,
                       Variadic<Index>:$indices);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $array `[` $indices `]` attr-dict `:` qualified(type($array))
  }];
}

def SA_StoreOp : SA_AccessOp<"store", [
    TypesMatchWith<"the value has the array's element type", "array", "value",
                   "::llvm::cast<ArrayType>($_self).getValueType()">]> {
  let summary = "writes one element of an array";
  let description = [{
    ```mlir
    sa.store %v, %C[%i, %j] : !sa.array<64x48xf32, inout>
    ```

    Rules:

    - C1. One index for each dimension.
    - C2. In a nest, a constant index lies inside the shape.
    - C3. The array's role allows writing.
  }];
  let arguments = (ins AnyType:$value,
                       Arg<SA_ArrayType, "", [MemWrite]>:$array,
                       Variadic<Index>:$indices);
  let assemblyFormat = [{
    $value `,` $array `[` $indices `]` attr-dict `:` qualified(type($array))
  }];
}

def SA_AccumulateOp : SA_AccessOp<"accumulate", [
    TypesMatchWith<"the value has the array's element type", "array", "value",
                   "::llvm::cast<ArrayType>($_self).getValueType()">]> {
  let summary = "combines a value into one element of an array";
  let description = [{
    The element becomes `element ∘ value`, where ∘ is `add`, `mul`, `min`, `max`,
    `and`, `or` or `xor`. Unless the compilation is strict, accumulations into an element
    may be reordered. `min` and `max` give NaN if one side is NaN.

    ```mlir
    sa.accumulate add %ab, %C[%i, %j] : !sa.array<64x48xf32, inout>
    ```

    An `atomic` accumulation may happen at the same time as others of its kind
    into the same element. `--sa-parallelize` makes accumulations atomic into
    elements that data chooses.

    ```mlir
    sa.accumulate add atomic %one, %H[%bin] : !sa.array<256xi32, inout>
    ```

    Rules:

    - C1. One index for each dimension.
    - C2. In a nest, a constant index lies inside the shape.
    - C3. The array's role allows writing.
    - C4. `and` and `or` belong to integers and `i1`; `i1` takes no other kind.
      `min` and `max` do not belong to complex numbers, which have no order.
    - C5. An `atomic` one is of integers or real numbers of 32 or 64 bits.
  }];
  let arguments = (ins SA_AccumulateKind:$kind, AnyType:$value,
                       Arg<SA_ArrayType, "", [MemRead, MemWrite]>:$array,
                       Variadic<Index>:$indices, UnitAttr:$is_atomic);
  let assemblyFormat = [{
    $kind (`atomic` $is_atomic^)? $value `,` $array `[` $indices `]` attr-dict `:` qualified(type($array))
  }];
}

#endif // SA_DIALECT_SA_IR_SANESTOPS_TD
