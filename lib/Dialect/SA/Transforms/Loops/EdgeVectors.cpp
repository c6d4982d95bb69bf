// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for j = 0 to min(64, n)  vectorize  →  for j = 0 to min(64, n) step 16
//                                            for lane = 0 to min(16, n - j)
//                                              vectorize
//
// Lane by lane, an edge of 63 columns takes longer than many whole tiles.

#include "EdgeVectors.h"

#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

/// Shorter vectors are not worth a loop. The vectors of whole tiles have
/// several registers: a part of them has one.
static constexpr int64_t leastLanes = 4, registersPerVector = 4;

/// Returns the lanes of the vectors at an edge; nothing for loops that have
/// none.
static std::optional<int64_t> chooseLanes(AffineForOp loop) {
  AffineMap map = loop.getUpperBoundMap();
  std::optional<int64_t> full = getConstantBound(map, /*isLower=*/false);
  if (getExecution(loop) != Execution::Vectorize || map.getNumResults() < 2 ||
      !full || !loop.hasConstantLowerBound() ||
      loop.getConstantLowerBound() != 0 || loop.getStepAsInt() != 1 ||
      loop.getNumResults() != 0 ||
      llvm::any_of(*loop.getBody(),
                   [](Operation &op) { return op.getNumRegions() != 0; }))
    return std::nullopt;
  int64_t lanes = std::max<int64_t>(
      llvm::bit_floor<uint64_t>(*full) / registersPerVector, leastLanes);
  if (lanes >= *full || *full % lanes != 0)
    return std::nullopt;
  return lanes;
}

AffineForOp sa::splitEdgeVector(RewriterBase &rewriter, AffineForOp loop) {
  std::optional<int64_t> lanes = chooseLanes(loop);
  if (!lanes)
    return {};
  Location loc = loop.getLoc();
  MLIRContext *context = loop.getContext();
  AffineMap map = loop.getUpperBoundMap();

  // 1. The loop over vectors, and the one over the lanes of one of them.
  rewriter.setInsertionPoint(loop);
  auto vectors = AffineForOp::create(rewriter, loc, ValueRange(),
                                     AffineMap::getConstantMap(0, context),
                                     loop.getUpperBoundOperands(), map, *lanes);
  vectors->setAttr(indexAttrName, loop->getAttr(indexAttrName));
  SmallVector<AffineExpr> ends = {getAffineConstantExpr(*lanes, context)};
  for (AffineExpr end : map.getResults())
    if (!isa<AffineConstantExpr>(end))
      ends.push_back(end - getAffineDimExpr(map.getNumDims(), context));
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  operands.insert(operands.begin() + map.getNumDims(),
                  vectors.getInductionVar());
  rewriter.setInsertionPointToStart(vectors.getBody());
  auto inner = AffineForOp::create(
      rewriter, loc, ValueRange(), AffineMap::getConstantMap(0, context),
      operands,
      AffineMap::get(map.getNumDims() + 1, map.getNumSymbols(), ends, context),
      /*step=*/1);
  inner->setAttrs(loop->getDiscardableAttrDictionary());

  // 2. The body, at the index of the vector and the lane.
  rewriter.setInsertionPointToStart(inner.getBody());
  Value index = affine::AffineApplyOp::create(
      rewriter, loc,
      AffineMap::get(
          2, 0, getAffineDimExpr(0, context) + getAffineDimExpr(1, context)),
      ValueRange{vectors.getInductionVar(), inner.getInductionVar()});
  rewriter.eraseOp(loop.getBody()->getTerminator());
  rewriter.inlineBlockBefore(loop.getBody(), inner.getBody()->getTerminator(),
                             ValueRange(index));
  rewriter.eraseOp(loop);
  return inner;
}
