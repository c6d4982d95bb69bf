// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers the offset expressions of layouts.

#ifndef SA_LIB_CONVERSION_SATOLOOPS_OFFSETLOWERING_H
#define SA_LIB_CONVERSION_SATOLOOPS_OFFSETLOWERING_H

#include "mlir/IR/Builders.h"
#include "sa/Layout/OffsetExpr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sa {

/// The values of indices and sizes in an expression.
struct OffsetOperands {
  llvm::ArrayRef<mlir::Value> indices;
  llvm::function_ref<mlir::Value(unsigned dim)> getSize;
};

/// Creates the offset of an element in a kernel. Quotients and remainders by
/// powers of two are shifts and masks, and sums begin with the terms that
/// change in the outermost loops, so that these can be hoisted.
mlir::Value lowerOffset(mlir::OpBuilder &builder, mlir::Location loc,
                        const OffsetExpr &expr, OffsetOperands operands);

/// Creates a sum, product, quotient, remainder, minimum or maximum of the host,
/// from operations that a manifest can express.
mlir::Value createSizeOp(mlir::OpBuilder &builder, mlir::Location loc,
                         OffsetExpr::Kind kind, mlir::Value lhs,
                         mlir::Value rhs);

/// Creates an expression of sizes from operations that a manifest can express.
mlir::Value lowerSize(mlir::OpBuilder &builder, mlir::Location loc,
                      const OffsetExpr &expr,
                      llvm::function_ref<mlir::Value(unsigned dim)> getSize);

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_OFFSETLOWERING_H
