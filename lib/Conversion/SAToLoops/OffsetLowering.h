// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns the offset expressions of layouts into code.

#ifndef SA_LIB_CONVERSION_OFFSETLOWERING_H
#define SA_LIB_CONVERSION_OFFSETLOWERING_H

#include "mlir/IR/Builders.h"
#include "sa/Layout/OffsetExpr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sa {

/// Values for the parts of an expression that are not constant.
struct OffsetOperands {
  llvm::ArrayRef<mlir::Value> indices;
  llvm::function_ref<mlir::Value(unsigned dim)> getSize;
};

/// The offset of an element, computed in a loop nest. Quotients and remainders
/// by powers of two are shifts and masks, and sums start with what changes in
/// the outermost loops, so that inner loops need to compute little.
mlir::Value lowerOffset(mlir::OpBuilder &builder, mlir::Location loc,
                        const OffsetExpr &expr, OffsetOperands operands);

/// A sum, product, quotient, remainder, minimum or maximum that the host
/// computes, in operations that a manifest can express.
mlir::Value createSizeOp(mlir::OpBuilder &builder, mlir::Location loc,
                         OffsetExpr::Kind kind, mlir::Value lhs,
                         mlir::Value rhs);

/// An expression of sizes, in operations that a manifest can express.
mlir::Value lowerSize(mlir::OpBuilder &builder, mlir::Location loc,
                      const OffsetExpr &expr,
                      llvm::function_ref<mlir::Value(unsigned dim)> getSize);

} // namespace sa

#endif // SA_LIB_CONVERSION_OFFSETLOWERING_H
