// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FoldIndices.h"

#include "LoopBoundUtils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace sa;

/// Replaces a condition on constants by the branch that is taken. MLIR's own
/// patterns only recognize the empty set.
static LogicalResult dropBranch(affine::AffineIfOp op, RewriterBase &rewriter) {
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
  SmallVector<Value> results;
  if (taken) {
    llvm::append_range(results, taken->getTerminator()->getOperands());
    rewriter.eraseOp(taken->getTerminator());
    rewriter.inlineBlockBefore(taken, op);
  }
  rewriter.replaceOp(op, results);
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

/// Returns the results of a bound over `values`, all of them dimensions.
/// Operands that are not among `values` are added.
static SmallVector<AffineExpr> getResults(AffineMap map, ValueRange operands,
                                          SmallVectorImpl<Value> &values) {
  SmallVector<AffineExpr> dims;
  for (Value operand : operands) {
    auto *position = llvm::find(values, operand);
    unsigned number = position - values.begin();
    if (position == values.end())
      values.push_back(operand);
    dims.push_back(getAffineDimExpr(number, map.getContext()));
  }
  ArrayRef<AffineExpr> all = dims;
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return expr.replaceDimsAndSymbols(all.take_front(map.getNumDims()),
                                      all.drop_front(map.getNumDims()));
  });
}

/// Returns true if a loop has no iterations.
static bool isEmpty(affine::AffineForOp loop) {
  SmallVector<Value> values;
  SmallVector<AffineExpr> lower =
      getResults(loop.getLowerBoundMap(), loop.getLowerBoundOperands(), values);
  SmallVector<AffineExpr> upper =
      getResults(loop.getUpperBoundMap(), loop.getUpperBoundOperands(), values);
  for (AffineExpr first : lower)
    for (AffineExpr end : upper)
      if (auto length = dyn_cast<AffineConstantExpr>(
              simplifyAffineExpr(end - first, values.size(), 0));
          length && length.getValue() <= 0)
        return true;
  return false;
}

static void eraseEmptyLoops(FuncOp func) {
  func.walk<WalkOrder::PreOrder>([](affine::AffineForOp loop) {
    simplifyBounds(loop);
    if (loop.getNumResults() != 0 || !isEmpty(loop))
      return WalkResult::advance();
    loop.erase();
    return WalkResult::skip();
  });
}

/// Erases loops without bounds. MLIR's patterns drop redundant results of
/// bounds, and in a loop that never runs, all of them are.
static void eraseUnreachableLoops(FuncOp func) {
  func.walk<WalkOrder::PreOrder>([](affine::AffineForOp loop) {
    if (loop.getLowerBoundMap().getNumResults() != 0 &&
        loop.getUpperBoundMap().getNumResults() != 0)
      return WalkResult::advance();
    loop.erase();
    return WalkResult::skip();
  });
}

LogicalResult sa::foldIndices(FuncOp func) {
  eraseEmptyLoops(func);
  MLIRContext *context = func.getContext();
  RewritePatternSet patterns(context);
  affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
  affine::AffineForOp::getCanonicalizationPatterns(patterns, context);
  affine::AffineIfOp::getCanonicalizationPatterns(patterns, context);
  patterns.add<DropBranch>(context);
  LogicalResult result = applyPatternsGreedily(func, std::move(patterns));
  eraseUnreachableLoops(func);
  return result;
}

void sa::dropKnownBranches(FuncOp func) {
  SmallVector<affine::AffineIfOp> conditions;
  func.walk<WalkOrder::PostOrder>(
      [&](affine::AffineIfOp op) { conditions.push_back(op); });
  IRRewriter rewriter(func.getContext());
  for (affine::AffineIfOp op : conditions)
    (void)dropBranch(op, rewriter);
}
