// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes that name layouts, and the way from a layout to MLIR's affine
// expressions and back.

#ifndef SA_DIALECT_SA_IR_SALAYOUTATTRS_H
#define SA_DIALECT_SA_IR_SALAYOUTATTRS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "sa/Dialect/SA/IR/SADialect.h"
#include "sa/Layout/Layout.h"

#include "sa/Dialect/SA/IR/SAAttrInterfaces.h.inc"

#include "sa/Dialect/SA/IR/SAEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "sa/Dialect/SA/IR/SAAttrs.h.inc"

namespace sa {

/// `expr` with affine expressions in place of indices and sizes, or null when
/// it is not affine in them.
mlir::AffineExpr toAffineExpr(const OffsetExpr &expr,
                              llvm::ArrayRef<mlir::AffineExpr> indices,
                              llvm::ArrayRef<mlir::AffineExpr> sizes,
                              mlir::MLIRContext *context);

/// The offset that an affine expression of dimensions and constants says.
OffsetExpr toOffsetExpr(mlir::AffineExpr expr);

/// Products and quotients are by constants, the latter by positive ones.
mlir::LogicalResult
verifyIndexMap(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
               mlir::AffineMap map);

/// A layout and the part of the index vectors that exist.
struct LayoutAndDomain {
  /// Null for row-major.
  LayoutAttrInterface layout;
  /// Null when the layout has nothing to add to its own domain.
  mlir::AffineMapAttr domain;
};

/// The same thing under the simplest name: an affine map that is strided
/// becomes strides, strides that are column-major become `col_major`, and so
/// on. The layout fits the shape.
LayoutAndDomain foldLayout(LayoutAndDomain given,
                           llvm::ArrayRef<int64_t> shape);

} // namespace sa

#endif // SA_DIALECT_SA_IR_SALAYOUTATTRS_H
