// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which loops have a range that is known before they are entered.

#ifndef SA_DIALECT_SA_ANALYSIS_LOOPS_LOOPRANGE_H
#define SA_DIALECT_SA_ANALYSIS_LOOPS_LOOPRANGE_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace sa {

/// True when `expr`, a result of a map over `operands`, uses one of `values`.
bool usesAny(mlir::AffineExpr expr, mlir::AffineMap map,
             mlir::OperandRange operands, mlir::ValueRange values);

/// True when the range of `loop` is known before the values of `inner`: some
/// bound holds for all of them, and those that do not are only upper ones.
bool hasRange(mlir::affine::AffineForOp loop, mlir::ValueRange inner);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_LOOPS_LOOPRANGE_H
