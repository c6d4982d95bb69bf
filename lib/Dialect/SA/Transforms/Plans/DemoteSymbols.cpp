// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DemoteSymbols.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;

/// Expressions for `numSymbols` symbols that come as dimensions after `numDims`
/// others.
static SmallVector<AffineExpr> getDims(unsigned numDims, unsigned numSymbols,
                                       MLIRContext *context) {
  SmallVector<AffineExpr> dims;
  for (unsigned symbol = 0; symbol < numSymbols; ++symbol)
    dims.push_back(getAffineDimExpr(numDims + symbol, context));
  return dims;
}

/// The map over the same operands, as dimensions as far as they have to be.
static AffineMap demote(AffineMap map, SmallVectorImpl<Value> &operands) {
  SmallVector<AffineExpr> symbols =
      getDims(map.getNumDims(), map.getNumSymbols(), map.getContext());
  map = map.replaceDimsAndSymbols({}, symbols, map.getNumInputs(), 0);
  affine::canonicalizeMapAndOperands(&map, &operands);
  return map;
}

static void demote(affine::AffineIfOp op) {
  IntegerSet set = op.getIntegerSet();
  SmallVector<Value> operands(op.getOperands());
  SmallVector<AffineExpr> symbols =
      getDims(set.getNumDims(), set.getNumSymbols(), op.getContext());
  SmallVector<AffineExpr> constraints;
  for (AffineExpr constraint : set.getConstraints())
    constraints.push_back(constraint.replaceSymbols(symbols));
  set = IntegerSet::get(set.getNumInputs(), 0, constraints, set.getEqFlags());
  affine::canonicalizeSetAndOperands(&set, &operands);
  op.setConditional(set, operands);
}

void sa::demoteSymbols(Operation *root) {
  root->walk([](Operation *op) {
    if (auto branch = dyn_cast<affine::AffineIfOp>(op)) {
      demote(branch);
    } else if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
      SmallVector<Value> lower(loop.getLowerBoundOperands());
      SmallVector<Value> upper(loop.getUpperBoundOperands());
      AffineMap lowerMap = demote(loop.getLowerBoundMap(), lower);
      AffineMap upperMap = demote(loop.getUpperBoundMap(), upper);
      loop.setLowerBound(lower, lowerMap);
      loop.setUpperBound(upper, upperMap);
    } else if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
      SmallVector<Value> operands(apply.getOperands());
      AffineMap map = demote(apply.getAffineMap(), operands);
      apply.setMap(map);
      apply->setOperands(operands);
    }
  });
}
