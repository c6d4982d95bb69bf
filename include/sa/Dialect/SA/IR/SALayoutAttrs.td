// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes that name the layouts of include/sa/Layout/Layout.h.

#ifndef SA_DIALECT_SA_IR_SALAYOUTATTRS_TD
#define SA_DIALECT_SA_IR_SALAYOUTATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "sa/Dialect/SA/IR/SADialect.td"

def SA_LayoutAttrInterface : AttrInterface<"LayoutAttrInterface"> {
  let cppNamespace = "::sa";
  let description = [{A name for a layout.}];
  let methods = [
    InterfaceMethod<"Returns the layout that the attribute names.",
                    "::sa::Layout", "getLayout", (ins)>
  ];
}

// Rule C1 of all of them: `Layout::findFault` accepts the parameters.
class SA_LayoutAttr<string name, string mnemonic>
    : SA_Attr<name # "Layout", mnemonic,
              [DeclareAttrInterfaceMethods<SA_LayoutAttrInterface>]>;

def SA_RowMajorLayoutAttr : SA_LayoutAttr<"RowMajor", "row_major"> {
  let summary = "the last index runs fastest; the default";
}

def SA_ColMajorLayoutAttr : SA_LayoutAttr<"ColMajor", "col_major"> {
  let summary = "the first index runs fastest";
}

def SA_StridedLayoutAttr : SA_LayoutAttr<"Strided", "strided"> {
  let summary = "the offset of element (i, j, …) is offset + i*strides[0] + j*strides[1] + …";
  let description = [{
    Strides and offset count elements. Strides may be negative, zero (all indices
    of the dimension share one element) or leave gaps. `offset` is that of the
    element with all-zero indices.

    ```mlir
    #sa.strided<[1, 80]>               // 64xN in column-major order, with gaps
    #sa.strided<[-1], offset = 63>     // 64 elements, last one first
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$strides,
    DefaultValuedParameter<"int64_t", "0">:$offset);
  let assemblyFormat = [{
    `<` custom<Integers>($strides) (`,` `offset` `=` $offset^)? `>`
  }];
}

def SA_AffineLayoutAttr : SA_LayoutAttr<"Affine", "affine"> {
  let summary = "an affine map from indices to the offset";
  let description = [{
    Quotients and remainders by positive constants are allowed. The type of an array
    folds a map that is a named layout to that layout.

    ```mlir
    #sa.affine<(d0, d1) -> (d0 * 16 + d1 mod 8)>
    ```
  }];
  let parameters = (ins "::mlir::AffineMap":$map);
  let assemblyFormat = "`<` $map `>`";
  let genVerifyDecl = 1;
}

class SA_TriangularLayoutAttr<string name, string mnemonic>
    : SA_LayoutAttr<name, mnemonic> {
  let parameters = (ins DefaultValuedParameter<"bool", "false">:$strict);
  let assemblyFormat = "(`<` custom<Strict>($strict)^ `>`)?";
}

def SA_LowerTriangularLayoutAttr
    : SA_TriangularLayoutAttr<"LowerTriangular", "lower_triangular"> {
  let summary = "row-major, for the elements with j <= i (`strict`: j < i)";
}

def SA_UpperTriangularLayoutAttr
    : SA_TriangularLayoutAttr<"UpperTriangular", "upper_triangular"> {
  let summary = "row-major, for the elements with i <= j (`strict`: i < j)";
}

def SA_BandedLayoutAttr : SA_LayoutAttr<"Banded", "banded"> {
  let summary = "the lower + upper + 1 elements around the diagonal of each row";
  let parameters = (ins "int64_t":$lower, "int64_t":$upper);
  let assemblyFormat = "`<` $lower `,` $upper `>`";
  let genVerifyDecl = 1;
}

def SA_ToeplitzLayoutAttr : SA_LayoutAttr<"Toeplitz", "toeplitz"> {
  let summary = "one element for each diagonal";
}

def SA_BlockedLayoutAttr : SA_LayoutAttr<"Blocked", "blocked"> {
  let summary = "blocks one after the other, each whole and row-major";
  let parameters = (ins ArrayRefParameter<"int64_t">:$blockShape);
  let assemblyFormat = "`<` custom<Integers>($blockShape) `>`";
  let genVerifyDecl = 1;
}

def SA_StripedLayoutAttr : SA_LayoutAttr<"Striped", "striped"> {
  let summary = "stripes of the last dimension, each whole and row-major";
  let parameters = (ins "int64_t":$width);
  let assemblyFormat = "`<` $width `>`";
  let genVerifyDecl = 1;
}

def SA_ZOrderLayoutAttr : SA_LayoutAttr<"ZOrder", "z_order"> {
  let summary = "the bits of the indices interleaved";
}

def SA_PackedLowerTriangularLayoutAttr
    : SA_LayoutAttr<"PackedLowerTriangular", "packed_lower_triangular"> {
  let summary = "the elements with j <= i, row by row, without gaps";
}

def SA_PackedUpperTriangularLayoutAttr
    : SA_LayoutAttr<"PackedUpperTriangular", "packed_upper_triangular"> {
  let summary = "the elements with i <= j, row by row, without gaps";
}

def SA_SlicedLayoutAttr : SA_LayoutAttr<"Sliced", "sliced"> {
  let summary = "one array after the other, selected by the first indices";
  let description = [{
    The layout of memory with one slice for each parallel iteration. The first
    indices take multiples of the numbers in brackets; the layout of a slice is
    row-major by default.

    ```mlir
    #sa.sliced<[1, 8]>                   // of which the second index is 0, 8, 16, …
    #sa.sliced<[1], #sa.col_major>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$steps,
    OptionalParameter<"::sa::LayoutAttrInterface">:$slice);
  let assemblyFormat = [{
    `<` custom<Integers>($steps) (`,` $slice^)? `>`
  }];
  let genVerifyDecl = 1;
}

def SA_AnyLayoutAttr : SA_LayoutAttr<"Any", "any"> {
  let summary = "the strides of the array that the caller passes";
}

def SA_DeferredLayoutAttr : SA_LayoutAttr<"Deferred", "deferred"> {
  let summary = "the compiler chooses, according to the accesses of the constant";
}

#endif // SA_DIALECT_SA_IR_SALAYOUTATTRS_TD
