// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FoldIndices.h"

#include "LoopCuts.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace sa;

/// Drops the branch of a condition that is never taken, where the indices say
/// so. MLIR's own patterns know only of sets that are written as empty ones.
static LogicalResult dropBranch(affine::AffineIfOp op, RewriterBase &rewriter) {
  if (op.getNumResults() != 0)
    return failure();
  IntegerSet set = op.getIntegerSet();
  SmallVector<Value> operands(op.getOperands());
  affine::canonicalizeSetAndOperands(&set, &operands);
  bool alwaysHolds = true, neverHolds = false;
  for (auto [expr, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    auto number = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(expr, set.getNumDims(), set.getNumSymbols()));
    bool holds = number &&
                 (isEquality ? number.getValue() == 0 : number.getValue() >= 0);
    alwaysHolds &= holds;
    neverHolds |= number && !holds;
  }
  if (!alwaysHolds && !neverHolds)
    return failure();
  Block *taken = neverHolds ? (op.hasElse() ? op.getElseBlock() : nullptr)
                            : op.getThenBlock();
  if (taken) {
    rewriter.eraseOp(taken->getTerminator());
    rewriter.inlineBlockBefore(taken, op);
  }
  rewriter.eraseOp(op);
  return success();
}

namespace {

struct DropBranch : OpRewritePattern<affine::AffineIfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(affine::AffineIfOp op,
                                PatternRewriter &rewriter) const override {
    return dropBranch(op, rewriter);
  }
};

} // namespace

/// Removes loops that are known to have no iterations. MLIR's patterns take all
/// results of the bounds of loops in them away.
static void dropIdleLoops(FuncOp func) {
  func.walk<WalkOrder::PreOrder>([](affine::AffineForOp loop) {
    simplifyBounds(loop);
    if (!loop.hasConstantBounds() || loop.getNumResults() != 0 ||
        loop.getConstantLowerBound() < loop.getConstantUpperBound())
      return WalkResult::advance();
    loop.erase();
    return WalkResult::skip();
  });
}

LogicalResult sa::foldIndices(FuncOp func) {
  dropIdleLoops(func);
  MLIRContext *context = func.getContext();
  RewritePatternSet patterns(context);
  affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
  affine::AffineForOp::getCanonicalizationPatterns(patterns, context);
  affine::AffineIfOp::getCanonicalizationPatterns(patterns, context);
  patterns.add<DropBranch>(context);
  return applyPatternsGreedily(func, std::move(patterns));
}

void sa::dropKnownBranches(FuncOp func) {
  SmallVector<affine::AffineIfOp> conditions;
  func.walk<WalkOrder::PostOrder>(
      [&](affine::AffineIfOp op) { conditions.push_back(op); });
  IRRewriter rewriter(func.getContext());
  for (affine::AffineIfOp op : conditions)
    (void)dropBranch(op, rewriter);
}
