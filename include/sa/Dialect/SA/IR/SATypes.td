// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The array type.

#ifndef SA_DIALECT_SA_IR_SATYPES_TD
#define SA_DIALECT_SA_IR_SATYPES_TD

include "sa/Dialect/SA/IR/SAAttrs.td"

def SA_ArrayType : SA_Type<"Array", "array"> {
  let summary = "an array with a role, a shape, an element type and a layout";
  let description = [{
    ```mlir
    !sa.array<64x32xf32, input>                              // row-major
    !sa.array<64x32xf32, inout, #sa.col_major>               // column-major
    !sa.array<64x64xf32, input, #sa.blocked<[8, 8]>>         // 8 by 8 blocks
    !sa.array<?x32xf32, input, sizes = [M]>                  // M rows, known at run time
    !sa.array<?x32xf32, input>                               // as many rows as the loops visit
    !sa.array<f32, inout>                                    // one element
    ```

    The layout says where the elements live in memory; see
    `include/sa/Layout/Layout.h`. Different ways to write one layout are one
    type: `#sa.strided<[1, 64]>`, `#sa.affine<(d0, d1) -> (d0 + d1 * 64)>` and
    `#sa.col_major` are the same for 64 rows. `domain` says which index vectors
    exist, where that is not all of the shape or the layout's own business:
    those for which no result of the map is negative:

    ```mlir
    !sa.array<8x8xf32, input, domain = affine_map<(i, j) -> (i + j - 7)>>
    ```

    Element types are `i1` (stored as a byte, 0 or 1), `i8` to `i64` (signed),
    `ui8` to `ui64`, `f16`, `bf16`, `f32`, `f64`, and `complex<f32>` and
    `complex<f64>` (stored as the real and the imaginary part, one after the
    other). Values loaded from an unsigned array are signless integers, as
    everywhere in `arith`; the sign is the array's and the operations'.

    A `?` is a size that is known when the function is called. `sizes` names
    the `?`s in order; the same name means the same number in all the arrays
    of a function, and becomes one `int64_t` of the emitted signature. A `?`
    without a name (also written as `?` in the list) is open: the loops decide
    how far they go, and what cannot be proven about that is checked when the
    function is called.

    The roles:

    | role     | owned by     | written by the function | in the signature |
    |----------|--------------|-------------------------|------------------|
    | `input`  | the caller   | never                   | `const T *`      |
    | `inout`  | the caller   | yes                     | `T *`            |
    | `output` | the caller   | yes, before it is read  | `T *`            |
    | `const`  | the function | never                   | no               |
    | `temp`   | one call     | yes; zero on entry      | no               |

    Rules (verified where the type is made):

    - C1. The element type is one of the above.
    - C2. The layout can hold the shape.
    - C3. The layout keeps every element inside the storage: no offset is
      negative.
    - C4. `sizes` has one name, or `?`, for each `?`.
    - C5. The storage can be addressed: its size in bytes fits 63 bits.
    - C6. `any` is for arrays of the caller, `deferred` for constants.
    - C7. The domain has one dimension for each of the shape, and no symbols;
      it multiplies by constants, and divides by positive ones.
    - C8. There are at most 16 dimensions.
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$shape,
    "::mlir::Type":$elementType,
    "::sa::Role":$role,
    OptionalParameter<"::sa::LayoutAttrInterface">:$layout,
    OptionalParameter<"::mlir::AffineMapAttr">:$domain,
    OptionalArrayRefParameter<"::mlir::StringAttr">:$sizes);
  let skipDefaultBuilders = 1;
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
        "::mlir::Type":$elementType, "::sa::Role":$role,
        CArg<"::sa::LayoutAttrInterface", "{}">:$layout,
        CArg<"::mlir::AffineMapAttr", "{}">:$domain,
        CArg<"::llvm::ArrayRef<::mlir::StringAttr>", "{}">:$sizes), [{
      auto folded = foldLayout({layout, domain}, shape);
      if (::llvm::all_of(sizes, [](auto name) { return name.empty(); }))
        sizes = {};
      return $_get(elementType.getContext(), shape, elementType, role,
                   folded.layout, folded.domain, sizes);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The type with these parameters, or null and an error when a rule does
    /// not hold.
    static ArrayType getIfValid(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
        ::llvm::ArrayRef<int64_t> shape, ::mlir::Type elementType, Role role,
        LayoutAttrInterface layout, ::mlir::AffineMapAttr domain,
        ::llvm::ArrayRef<::mlir::StringAttr> sizes);

    int64_t getRank() const { return getShape().size(); }
    bool hasStaticShape() const {
      return !::llvm::is_contained(getShape(), ::mlir::ShapedType::kDynamic);
    }
    /// True for an array that the caller passes in.
    bool isExternal() const {
      return getRole() != Role::Const && getRole() != Role::Temp;
    }
    /// True for an array that the function may write.
    bool isWritable() const {
      return getRole() != Role::Input && getRole() != Role::Const;
    }
    /// The type of the value that a load yields: signless where the element
    /// type has a sign.
    ::mlir::Type getValueType() const;
    /// The type of an element in memory: a byte for `i1`, the bits for `bf16`,
    /// the type of the parts for a complex number, otherwise the value type.
    ::mlir::Type getStorageType() const;
    /// True when a narrower integer widens with zeros and comparisons are
    /// unsigned.
    bool isUnsigned() const;
    /// The name of the size of dimension `dim`, which is a `?`; null when it
    /// has none.
    ::mlir::StringAttr getSizeName(unsigned dim) const;
    /// True for a `?` without a name: the loops decide how far they go.
    bool isOpen(unsigned dim) const {
      return getShape()[dim] == ::mlir::ShapedType::kDynamic &&
             !getSizeName(dim);
    }
    /// The same array with other names for its sizes, or another layout.
    ArrayType withSizes(::llvm::ArrayRef<::mlir::StringAttr> sizes) const;
    ArrayType withLayout(LayoutAttrInterface layout) const;
    Layout getMemoryLayout() const;
    /// Where an element lives, and how long the storage is.
    OffsetExpr getOffset() const;
    OffsetExpr getStorage() const;
    /// How many elements the storage holds: the largest offset + 1, or 0 for
    /// an array without elements. The shape is static.
    int64_t getStorageSize() const;
    /// The index vectors that exist are those for which none of these is
    /// negative; none when all exist.
    ::llvm::SmallVector<::mlir::AffineExpr> getDomainConstraints() const;
    /// True when two different index vectors never share an element.
    bool isInjective() const;
  }];
}

def SA_LoopType : SA_Type<"Loop", "loop"> {
  let summary = "a loop of a plan";
  let description = [{
    A loop that does not exist yet: `sa.loops` gives those of a nest, and the
    steps of a plan change them.
  }];
}

#endif // SA_DIALECT_SA_IR_SATYPES_TD
