// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LoopCuts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

void sa::addBound(AffineForOp loop, const LoopBound &bound, bool isLower) {
  AffineMap old = isLower ? loop.getLowerBoundMap() : loop.getUpperBoundMap();
  SmallVector<Value> oldOperands(isLower ? loop.getLowerBoundOperands()
                                         : loop.getUpperBoundOperands());
  SmallVector<Value> operands(oldOperands.begin(),
                              oldOperands.begin() + old.getNumDims());
  ArrayRef<Value> added = bound.operands;
  llvm::append_range(operands, added.take_front(bound.numDims));
  llvm::append_range(operands,
                     ArrayRef(oldOperands).drop_front(old.getNumDims()));
  llvm::append_range(operands, added.drop_front(bound.numDims));
  SmallVector<AffineExpr> results(old.getResults());
  results.push_back(bound.expr.shiftDims(bound.numDims, old.getNumDims())
                        .shiftSymbols(bound.numSymbols, old.getNumSymbols()));
  AffineMap map = AffineMap::get(old.getNumDims() + bound.numDims,
                                 old.getNumSymbols() + bound.numSymbols,
                                 results, loop.getContext());
  if (isLower)
    loop.setLowerBound(operands, map);
  else
    loop.setUpperBound(operands, map);
  simplifyBounds(loop);
}

void sa::simplifyBounds(AffineForOp loop) {
  for (bool isLower : {true, false}) {
    AffineMap map = isLower ? loop.getLowerBoundMap() : loop.getUpperBoundMap();
    SmallVector<Value> operands(isLower ? loop.getLowerBoundOperands()
                                        : loop.getUpperBoundOperands());
    affine::fullyComposeAffineMapAndOperands(&map, &operands);
    affine::canonicalizeMapAndOperands(&map, &operands);
    map = simplifyAffineMap(map);
    if (llvm::all_of(map.getResults(), llvm::IsaPred<AffineConstantExpr>)) {
      std::optional<int64_t> value;
      for (AffineExpr expr : map.getResults()) {
        int64_t number = cast<AffineConstantExpr>(expr).getValue();
        value = !value    ? number
                : isLower ? std::max(*value, number)
                          : std::min(*value, number);
      }
      map = AffineMap::getConstantMap(*value, loop.getContext());
      operands.clear();
    }
    if (isLower)
      loop.setLowerBound(operands, map);
    else
      loop.setUpperBound(operands, map);
  }
}

void sa::dissolve(AffineForOp loop, RewriterBase &rewriter) {
  if (!loop.hasConstantBounds())
    return;
  int64_t first = loop.getConstantLowerBound();
  int64_t end = loop.getConstantUpperBound();
  if (end <= first) {
    rewriter.eraseOp(loop);
    return;
  }
  if (first + loop.getStepAsInt() < end || loop->hasAttr(runAttrName))
    return;
  Block *body = loop.getBody();
  SmallVector<AffineForOp> inner;
  body->walk([&](AffineForOp some) { inner.push_back(some); });
  if (isa<FuncOp>(loop->getParentOp())) {
    // Accesses stand in a loop: the outermost one stays, with a known index.
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
