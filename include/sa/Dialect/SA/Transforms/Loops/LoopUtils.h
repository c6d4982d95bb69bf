// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of the loops that plans expand.

#ifndef SA_DIALECT_SA_TRANSFORMS_LOOPS_LOOPUTILS_H
#define SA_DIALECT_SA_TRANSFORMS_LOOPS_LOOPUTILS_H

#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace sa {

/// Collects what becomes of the loops of a function that a plan expands to
/// straight-line code. The clones of a loop for the edges of tiles may be
/// expanded or not, independently of the loop.
class ExpandedLoops {
public:
  /// `what` is the participle for the report: "unrolled".
  explicit ExpandedLoops(llvm::StringRef what) : what(what) {}

  /// Adds a loop that is expanded.
  void add(mlir::affine::AffineForOp loop);
  /// Makes a loop sequential, because it cannot be expanded.
  void makeSequential(mlir::affine::AffineForOp loop, llvm::StringRef why);
  /// Adds the sequential loops, with reasons, to the report of the function.
  void report(FuncOp func) const;

private:
  llvm::StringRef what;
  llvm::StringSet<> expanded;
  llvm::SetVector<std::pair<llvm::StringRef, llvm::StringRef>> sequential;
};

/// Returns an upper bound of the trip count, if one is known.
std::optional<int64_t> getMaxTripCount(mlir::affine::AffineForOp loop);

/// Creates an outermost loop with one iteration, for accesses that no loop of a
/// plan is around: accesses stand in loops.
mlir::affine::AffineForOp createSingleIterationLoop(mlir::OpBuilder &builder,
                                                    mlir::Location loc);
/// Moves `loop` into such a loop if it is an outermost one, and inserts before
/// `loop` from then on: accesses created there stand in loops.
void ensureInLoop(mlir::RewriterBase &rewriter, mlir::affine::AffineForOp loop);
/// Returns true for a loop of `createSingleIterationLoop`.
bool isSingleIterationLoop(mlir::affine::AffineForOp loop);

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_LOOPS_LOOPUTILS_H
