// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Transforms/Loops/LoopUtils.h"

#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

void ExpandedLoops::add(affine::AffineForOp loop) {
  expanded.insert(getLoopName(loop));
}

void ExpandedLoops::makeSequential(affine::AffineForOp loop, StringRef why) {
  loop->removeAttr(executionAttrName);
  sequential.insert({getLoopName(loop), why});
}

void ExpandedLoops::report(FuncOp func) const {
  for (auto [name, why] : sequential) {
    bool isElsewhere = expanded.contains(name);
    addReport(func, ReportSubject::Loop, name,
              Twine("the loop is ") + (isElsewhere ? "" : "not ") + what +
                  (isElsewhere ? ", but not at the edges of tiles: " : ": ") +
                  why + (isElsewhere ? " there" : ""));
  }
}

std::optional<int64_t> sa::getMaxTripCount(affine::AffineForOp loop) {
  std::optional<int64_t> first =
      getConstantBound(loop.getLowerBoundMap(), /*isLower=*/true);
  std::optional<int64_t> end =
      getConstantBound(loop.getUpperBoundMap(), /*isLower=*/false);
  if (!first || !end)
    return std::nullopt;
  return llvm::divideCeil(std::max<int64_t>(*end - *first, 0),
                          loop.getStepAsInt());
}

/// The name of the loops of `createSingleIterationLoop`.
static constexpr llvm::StringLiteral onceName = "once";

affine::AffineForOp sa::createSingleIterationLoop(OpBuilder &builder,
                                                  Location loc) {
  auto once = affine::AffineForOp::create(builder, loc, 0, 1);
  once->setAttr(indexAttrName, builder.getStringAttr(onceName));
  return once;
}

void sa::ensureInLoop(RewriterBase &rewriter, affine::AffineForOp loop) {
  rewriter.setInsertionPoint(loop);
  if (isa<FuncOp>(loop->getParentOp())) {
    affine::AffineForOp once =
        createSingleIterationLoop(rewriter, loop.getLoc());
    rewriter.moveOpBefore(loop, once.getBody()->getTerminator());
  }
  rewriter.setInsertionPoint(loop);
}

bool sa::isSingleIterationLoop(affine::AffineForOp loop) {
  return getLoopName(loop) == onceName && isa<FuncOp>(loop->getParentOp()) &&
         loop.hasConstantBounds() && loop.getConstantUpperBound() == 1;
}
