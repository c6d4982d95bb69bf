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

    The layout maps index vectors to offsets (`include/sa/Layout/Layout.h`). Equal
    layouts are one type: `#sa.strided<[1, 64]>`,
    `#sa.affine<(d0, d1) -> (d0 + d1 * 64)>` and `#sa.col_major` are the same for 64
    rows. `domain` restricts the index vectors to those for which no result of the
    map is negative, in addition to the domain of the layout:

    ```mlir
    !sa.array<8x8xf32, input, domain = affine_map<(i, j) -> (i + j - 7)>>
    ```

    Element types are `i1` (stored as a byte, 0 or 1), `i8` to `i64` (signed),
    `ui8` to `ui64`, `f16`, `bf16`, `f32`, `f64`, `complex<f32>` and `complex<f64>`
    (stored as the real and the imaginary part). Loads of unsigned elements give
    signless integers.

    A `?` is a run-time size. `sizes` names the `?`s in order; a name is the same
    number in all arrays of a function, and one `int64_t` of the emitted signature.
    A `?` without a name (also `?` in the list) is open: only the caller's array
    decides it, and the runtime checks that it is large enough for the loops.

    | role     | owned by     | written by the function | in the signature |
    |----------|--------------|-------------------------|------------------|
    | `input`  | the caller   | never                   | `const T *`      |
    | `inout`  | the caller   | yes                     | `T *`            |
    | `output` | the caller   | yes, before it is read  | `T *`            |
    | `const`  | the function | never                   | no               |
    | `temp`   | one call     | yes; zero on entry      | no               |

    Rules:

    - C1. The element type is one of the above.
    - C2. The layout can hold the shape.
    - C3. No offset is negative.
    - C4. `sizes` has one name, or `?`, for each `?`.
    - C5. The size of the storage in bytes fits 63 bits.
    - C6. `any` is for arrays of the caller, `deferred` for constants.
    - C7. The domain has one dimension for each of the shape, and no symbols; it
      multiplies by constants, and divides by positive ones.
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
    /// Returns the type with these parameters; null, with an error, if a rule does
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
    /// Returns true for an array of the caller.
    bool isExternal() const {
      return getRole() != Role::Const && getRole() != Role::Temp;
    }
    /// Returns true for an array that the function may write.
    bool isWritable() const {
      return getRole() != Role::Input && getRole() != Role::Const;
    }
    /// Returns the type of loaded values, which is signless.
    ::mlir::Type getValueType() const;
    /// Returns `getStorageType` of the value type.
    ::mlir::Type getStorageType() const;
    /// Returns true if elements are unsigned.
    bool isUnsigned() const;
    /// Returns the name of the size of dimension `dim`, a `?`; null without one.
    ::mlir::StringAttr getSizeName(unsigned dim) const;
    /// Returns true for a `?` without a name.
    bool isOpen(unsigned dim) const {
      return getShape()[dim] == ::mlir::ShapedType::kDynamic &&
             !getSizeName(dim);
    }
    /// Return the type with other names of sizes, or another layout.
    ArrayType withSizes(::llvm::ArrayRef<::mlir::StringAttr> sizes) const;
    ArrayType withLayout(LayoutAttrInterface layout) const;
    Layout getMemoryLayout() const;
    /// Return the offset of an element, and the length of the storage.
    OffsetExpr getOffset() const;
    OffsetExpr getStorage() const;
    /// Returns the length of the storage: the largest offset + 1, or 0 without
    /// elements. The shape is static.
    int64_t getStorageSize() const;
    /// Returns the constraints of the domain: an index vector has an element if
    /// none is negative.
    ::llvm::SmallVector<::mlir::AffineExpr> getDomainConstraints() const;
    /// Returns true if different index vectors have different offsets.
    bool isInjective() const;
  }];
}

def SA_LoopType : SA_Type<"Loop", "loop"> {
  let summary = "a loop of a plan";
  let description = [{
    A symbolic loop: `sa.loops` gives those of a nest, and steps change them.
  }];
}

#endif // SA_DIALECT_SA_IR_SATYPES_TD
