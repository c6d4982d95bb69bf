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
    !sa.array<64x32xf32, inout, #sa.strided<[1, 64]>>        // column-major
    !sa.array<?x32xf32, input, sizes = [M]>                  // M rows, known at run time
    !sa.array<f32, inout>                                    // one element
    ```

    Element types are `i1` (stored as a byte, 0 or 1), `i8` to `i64` (signed),
    `ui8` to `ui64`, `f16`, `bf16`, `f32` and `f64`. Values loaded from an
    unsigned array are signless integers, as everywhere in `arith`; the sign
    is the array's and the operations'.

    A `?` is a size that is known when the function is called. `sizes` names
    the `?`s in order; the same name means the same number in all the arrays
    of a function, and becomes one `int64_t` of the emitted signature.

    The roles:

    | role    | owned by     | written by the function | in the signature |
    |---------|--------------|-------------------------|------------------|
    | `input` | the caller   | never                   | `const T *`      |
    | `inout` | the caller   | yes                     | `T *`            |
    | `const` | the function | never                   | no               |
    | `temp`  | one call     | yes; zero on entry      | no               |

    Rules (verified where the type is made):

    - C1. The element type is one of the above.
    - C2. A layout has one stride for each dimension.
    - C3. A layout keeps every element inside the storage: no offset is negative.
    - C4. `sizes` has one name for each `?`.
    - C5. The storage can be addressed: its size in bytes fits 63 bits.
    - C6. A strided layout belongs to a static shape.
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$shape,
    "::mlir::Type":$elementType,
    "::sa::Role":$role,
    OptionalParameter<"::sa::StridedLayoutAttr">:$layout,
    OptionalArrayRefParameter<"::mlir::StringAttr">:$sizes);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
        "::mlir::Type":$elementType, "::sa::Role":$role,
        CArg<"::sa::StridedLayoutAttr", "{}">:$layout,
        CArg<"::llvm::ArrayRef<::mlir::StringAttr>", "{}">:$sizes), [{
      return $_get(elementType.getContext(), shape, elementType, role, layout,
                   sizes);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    bool hasStaticShape() const {
      return !::llvm::is_contained(getShape(), ::mlir::ShapedType::kDynamic);
    }
    /// True for an array that the caller passes in.
    bool isExternal() const {
      return getRole() == Role::Input || getRole() == Role::InOut;
    }
    /// True for an array that the function may write.
    bool isWritable() const {
      return getRole() == Role::InOut || getRole() == Role::Temp;
    }
    /// The type of the value that a load yields: signless where the element
    /// type has a sign.
    ::mlir::Type getValueType() const;
    /// The type of an element in memory: a byte for `i1`, the bits for `bf16`,
    /// otherwise the value type.
    ::mlir::Type getStorageType() const;
    /// True when a narrower integer widens with zeros and comparisons are
    /// unsigned.
    bool isUnsigned() const;
    /// The name of the size of dimension `dim`, which is a `?`; null when it
    /// has none.
    ::mlir::StringAttr getSizeName(unsigned dim) const;
    /// The strides in elements. The shape is static.
    ::llvm::SmallVector<int64_t> getStaticStrides() const;
    int64_t getOffset() const;
    /// How many elements the storage holds: the largest offset + 1, or 0 for
    /// an array without elements. The shape is static.
    int64_t getStorageSize() const;
    /// True when two different index vectors never share an element.
    bool isInjective() const;
  }];
}

#endif // SA_DIALECT_SA_IR_SATYPES_TD
