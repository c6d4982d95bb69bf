// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes that name layouts, and conversions between offsets and affine
// expressions.

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

/// Returns `expr` over affine expressions for indices and sizes; null if it is
/// not affine in them.
mlir::AffineExpr toAffineExpr(const OffsetExpr &expr,
                              llvm::ArrayRef<mlir::AffineExpr> indices,
                              llvm::ArrayRef<mlir::AffineExpr> sizes,
                              mlir::MLIRContext *context);

/// Returns the offset for an affine expression of dimensions and constants.
OffsetExpr toOffsetExpr(mlir::AffineExpr expr);

/// Fails unless `map` multiplies by constants and divides by positive ones.
mlir::LogicalResult
verifyIndexMap(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
               mlir::AffineMap map);

/// A layout and a further restriction of its domain.
struct LayoutAndDomain {
  /// Null for row-major.
  LayoutAttrInterface layout;
  /// Null without one.
  mlir::AffineMapAttr domain;
};

/// Returns the simplest equal layout: an affine map that is strided becomes
/// strides, column-major strides become `col_major`, and so on. The layout can
/// hold the shape.
LayoutAndDomain foldLayout(LayoutAndDomain given,
                           llvm::ArrayRef<int64_t> shape);

} // namespace sa

#endif // SA_DIALECT_SA_IR_SALAYOUTATTRS_H
