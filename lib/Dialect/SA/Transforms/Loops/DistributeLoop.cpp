// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Transforms/Loops/DistributeLoop.h"

#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

void sa::makeSequential(AffineForOp loop) {
  for (StringRef name : {executionAttrName, maxThreadsAttrName, policyAttrName,
                         reductionsAttrName})
    loop->removeAttr(name);
}

AffineForOp sa::distributeLoop(AffineForOp loop, Operation *inside,
                               int64_t numParts) {
  OpBuilder builder(inside);
  auto parts = AffineForOp::create(builder, loop.getLoc(), 0, numParts);
  parts->setAttr(indexAttrName,
                 builder.getStringAttr(getLoopName(loop) + "_part"));
  setExecution(parts, Execution::Parallel);
  int64_t step = loop.getStepAsInt();
  AffineMap lower = loop.getLowerBoundMap();
  SmallVector<Value> operands(loop.getLowerBoundOperands());
  operands.insert(operands.begin() + lower.getNumDims(),
                  parts.getInductionVar());
  AffineExpr part = builder.getAffineDimExpr(lower.getNumDims());
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : lower.getResults())
    results.push_back(expr + part * step);
  loop.setLowerBound(operands, AffineMap::get(lower.getNumDims() + 1,
                                              lower.getNumSymbols(), results,
                                              builder.getContext()));
  loop.setStep(step * numParts);
  makeSequential(loop);
  inside->moveBefore(parts.getBody()->getTerminator());
  return parts;
}
