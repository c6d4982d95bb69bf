// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transformations of loops, one by one. The passes apply them where plans
// ask for them; a caller proves that the order of iterations may change.

#ifndef SA_DIALECT_SA_TRANSFORMS_LOOPS_LOOPTRANSFORMS_H
#define SA_DIALECT_SA_TRANSFORMS_LOOPS_LOOPTRANSFORMS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/PatternMatch.h"

namespace sa {

/// Replaces `loop` by a copy of its body for each iteration, and returns the
/// copied operations. Fails, without a change, if the trip count or the first
/// index is not known.
mlir::FailureOr<llvm::SmallVector<mlir::Operation *>>
unrollLoop(mlir::RewriterBase &rewriter, mlir::affine::AffineForOp loop);

/// Returns why `loop` has no vector form; an empty string if it has one.
llvm::StringRef findVectorizationObstacle(mlir::affine::AffineForOp loop);

/// Replaces `loop`, whose iterations do not depend on each other, by operations
/// on vectors. With `strict`, accumulations into one element keep their order.
/// Returns descriptions of the operations that run lane by lane. Fails, without
/// a change, if there is a `findVectorizationObstacle`.
mlir::FailureOr<llvm::SmallVector<llvm::StringRef>>
vectorizeLoop(mlir::RewriterBase &rewriter, mlir::affine::AffineForOp loop,
              bool strict);

/// Gives `loop` a constant trip count in all but the last iterations of a loop
/// around it: those are peeled off, or chosen by a condition if the loop around
/// it is concurrent. Fails, without a change, if no bound of `loop` shrinks
/// with a loop around it, or it is not known where.
mlir::LogicalResult peelLoop(mlir::RewriterBase &rewriter,
                             mlir::affine::AffineForOp loop);

/// Takes one constraint of `condition` out of the loop around it: by
/// unswitching that loop, or by index-set splitting if the constraint depends
/// on its index. Fails, without a change, if no constraint can leave the loop.
mlir::LogicalResult unswitchCondition(mlir::RewriterBase &rewriter,
                                      mlir::affine::AffineIfOp condition);

/// Keeps the elements that every iteration of `loop` accesses in registers
/// while it runs (scalar replacement). Returns how many there are.
unsigned replaceScalars(mlir::RewriterBase &rewriter,
                        mlir::affine::AffineForOp loop);

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_LOOPS_LOOPTRANSFORMS_H
