// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LoopBoundUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

LoopBound sa::makeLoopBound(AffineExpr expr, unsigned numDims,
                            unsigned numSymbols, ValueRange given) {
  SmallVector<Value> operands(given);
  AffineMap map = AffineMap::get(numDims, numSymbols, expr);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  map = simplifyAffineMap(map);
  return {map.getResult(0), map.getNumDims(), map.getNumSymbols(), operands};
}

static AffineMap getBoundMap(AffineForOp loop, bool isLower) {
  return isLower ? loop.getLowerBoundMap() : loop.getUpperBoundMap();
}

static SmallVector<Value> getBoundOperands(AffineForOp loop, bool isLower) {
  return isLower ? SmallVector<Value>(loop.getLowerBoundOperands())
                 : SmallVector<Value>(loop.getUpperBoundOperands());
}

static void setBound(AffineForOp loop, ArrayRef<Value> operands, AffineMap map,
                     bool isLower) {
  if (isLower)
    loop.setLowerBound(operands, map);
  else
    loop.setUpperBound(operands, map);
}

/// Lets `loop` begin no earlier than `bound` (`isLower`), or end no later.
static void addBound(AffineForOp loop, const LoopBound &bound, bool isLower) {
  AffineMap old = getBoundMap(loop, isLower);
  SmallVector<Value> operands = getBoundOperands(loop, isLower);
  ArrayRef<Value> added = bound.operands;
  operands.append(added.drop_front(bound.numDims).begin(), added.end());
  operands.insert(operands.begin() + old.getNumDims(), added.begin(),
                  added.begin() + bound.numDims);
  SmallVector<AffineExpr> results(old.getResults());
  results.push_back(bound.expr.shiftDims(bound.numDims, old.getNumDims())
                        .shiftSymbols(bound.numSymbols, old.getNumSymbols()));
  setBound(loop, operands,
           AffineMap::get(old.getNumDims() + bound.numDims,
                          old.getNumSymbols() + bound.numSymbols, results,
                          loop.getContext()),
           isLower);
  simplifyBounds(loop);
}

AffineForOp sa::splitLoop(RewriterBase &rewriter, AffineForOp loop,
                          const LoopBound &bound) {
  rewriter.setInsertionPointAfter(loop);
  auto later = cast<AffineForOp>(rewriter.clone(*loop));
  addBound(loop, bound, /*isLower=*/false);
  addBound(later, bound, /*isLower=*/true);
  return later;
}

void sa::simplifyBounds(AffineForOp loop) {
  for (bool isLower : {true, false}) {
    AffineMap map = getBoundMap(loop, isLower);
    SmallVector<Value> operands = getBoundOperands(loop, isLower);
    affine::fullyComposeAffineMapAndOperands(&map, &operands);
    affine::canonicalizeMapAndOperands(&map, &operands);
    map = simplifyAffineMap(map);
    if (llvm::all_of(map.getResults(), llvm::IsaPred<AffineConstantExpr>)) {
      map = AffineMap::getConstantMap(*getConstantBound(map, isLower),
                                      loop.getContext());
      operands.clear();
    }
    setBound(loop, operands, map, isLower);
  }
}

void sa::promoteSingleIteration(RewriterBase &rewriter, AffineForOp loop) {
  if (!loop.hasConstantBounds())
    return;
  int64_t first = loop.getConstantLowerBound();
  int64_t end = loop.getConstantUpperBound();
  if (end <= first) {
    rewriter.eraseOp(loop);
    return;
  }
  if (first + loop.getStepAsInt() < end || loop->hasAttr(executionAttrName))
    return;
  Block *body = loop.getBody();
  SmallVector<AffineForOp> inner;
  body->walk([&](AffineForOp some) { inner.push_back(some); });
  if (isa<FuncOp>(loop->getParentOp())) {
    rewriter.setInsertionPointToStart(body);
    loop.getInductionVar().replaceAllUsesWith(
        arith::ConstantIndexOp::create(rewriter, loop.getLoc(), first)
            .getResult());
  } else {
    rewriter.setInsertionPoint(loop);
    Value index =
        arith::ConstantIndexOp::create(rewriter, loop.getLoc(), first);
    rewriter.eraseOp(body->getTerminator());
    rewriter.inlineBlockBefore(body, loop, ValueRange(index));
    rewriter.eraseOp(loop);
  }
  // Their bounds know the index now.
  for (AffineForOp some : inner)
    simplifyBounds(some);
}
