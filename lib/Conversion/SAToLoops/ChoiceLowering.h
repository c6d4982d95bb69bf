// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices that are no affine expressions, as arithmetic.

#ifndef SA_LIB_CONVERSION_SATOLOOPS_CHOICELOWERING_H
#define SA_LIB_CONVERSION_SATOLOOPS_CHOICELOWERING_H

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/IR/SAArithmeticOps.h"

namespace sa {

/// Creates the arithmetic of `sa.extend_index` for these operands.
mlir::Value expandExtendIndex(mlir::OpBuilder &builder, mlir::Location loc,
                              BorderMode mode, mlir::Value index,
                              mlir::Value size);

/// Creates the quotient of two indices, rounded down, or the remainder of that;
/// 0 where the divisor is 0.
mlir::Value expandFloorDiv(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value dividend, mlir::Value divisor,
                           bool isRemainder);

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_CHOICELOWERING_H
