// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of other dialects that may stand in a nest or a function. What
// is listed here, every later stage and both targets can lower.

#ifndef SA_LIB_DIALECT_SA_IR_BODYOPS_H
#define SA_LIB_DIALECT_SA_IR_BODYOPS_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Operation.h"

namespace sa {

/// Verifies that `op`, which is not of the `sa` dialect, is arithmetic on
/// scalars that can be compiled.
mlir::LogicalResult verifyBodyOp(mlir::Operation *op);

/// Verifies one of the loops and conditions that plans become, and everything
/// in it: the operations of nests, and those on vectors.
mlir::LogicalResult verifyLoopOp(mlir::Operation *op);

/// True when all the divisors of index arithmetic are positive constants.
bool hasValidDivisors(mlir::AffineExpr expr);

/// Checks an operation on a variable: a memref.alloca of one scalar, a load or
/// a store.
mlir::LogicalResult verifyVariable(mlir::Operation &op);

/// Checks what stands in the body of a nest, and in the loops and conditions
/// there: rules C5 and C10 of `sa.nest`.
mlir::LogicalResult verifyNestBlock(mlir::Block &block);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_IR_BODYOPS_H
