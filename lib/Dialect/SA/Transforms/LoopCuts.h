// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds of loops that are cut into parts.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPCUTS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPCUTS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/PatternMatch.h"

namespace sa {

/// An expression, with how many of its operands are dimensions.
struct LoopBound {
  mlir::AffineExpr expr;
  unsigned numDims, numSymbols;
  llvm::SmallVector<mlir::Value> operands;
};

/// Lets a loop begin no earlier than a bound, or end no later.
void addBound(mlir::affine::AffineForOp loop, const LoopBound &bound,
              bool isLower);

/// Bounds that are numbers in disguise become numbers.
void simplifyBounds(mlir::affine::AffineForOp loop);

/// Replaces a loop that is known to have at most one iteration by its body.
void dissolve(mlir::affine::AffineForOp loop, mlir::RewriterBase &rewriter);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPCUTS_H
