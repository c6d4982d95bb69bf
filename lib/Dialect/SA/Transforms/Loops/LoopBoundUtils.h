// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds of loops that are split.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_LOOPBOUNDUTILS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_LOOPBOUNDUTILS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/PatternMatch.h"

namespace sa {

/// An affine expression over `operands`, the dimensions first.
struct LoopBound {
  mlir::AffineExpr expr;
  unsigned numDims, numSymbols;
  llvm::SmallVector<mlir::Value> operands;
};

/// Returns `expr` over `operands`, composed with what computes them.
LoopBound makeLoopBound(mlir::AffineExpr expr, unsigned numDims,
                        unsigned numSymbols, mlir::ValueRange operands);

/// Splits `loop`: it ends at `bound`, and a clone of it, which is the result,
/// runs the iterations from `bound` on.
mlir::affine::AffineForOp splitLoop(mlir::RewriterBase &rewriter,
                                    mlir::affine::AffineForOp loop,
                                    const LoopBound &bound);

/// Composes the bounds of `loop` with what computes their operands, and folds
/// those that are constants.
void simplifyBounds(mlir::affine::AffineForOp loop);

/// Replaces a sequential loop with constant bounds and at most one iteration by
/// its body. An outermost loop stays, with a constant for its index: accesses
/// stand in loops.
void promoteSingleIteration(mlir::RewriterBase &rewriter,
                            mlir::affine::AffineForOp loop);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_LOOPBOUNDUTILS_H
