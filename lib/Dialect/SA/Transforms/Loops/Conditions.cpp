// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Conditions.h"

#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/IR/IntegerSet.h"
#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "sa/Dialect/SA/Analysis/Affine/LinearIndex.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;
using affine::AffineIfOp;

std::optional<Constraint> sa::getConstraint(AffineIfOp op, unsigned number) {
  IntegerSet set = op.getIntegerSet();
  if (set.isEq(number))
    return std::nullopt;
  return makeLoopBound(set.getConstraint(number), set.getNumDims(),
                       set.getNumSymbols(), op.getOperands());
}

/// Returns true if no iteration of the loops has `index >= 0`.
static bool isNeverPositive(const LinearIndex &index) {
  affine::FlatAffineValueConstraints iterations;
  for (auto [value, factor] : index.factors)
    if ((!affine::isAffineForInductionVar(value) &&
         !affine::isValidSymbol(value)) ||
        failed(iterations.addInductionVarOrTerminalSymbol(value)))
      return false;
  SmallVector<int64_t> row(iterations.getNumCols());
  for (auto [value, factor] : index.factors) {
    unsigned position;
    if (!iterations.findVar(value, &position))
      return false;
    row[position] = factor;
  }
  row.back() = index.constant;
  iterations.addInequality(row);
  return iterations.isIntegerEmpty();
}

std::optional<bool> sa::decide(const Constraint &constraint) {
  std::optional<LinearIndex> index =
      getLinearIndex(constraint.expr, constraint.numDims, constraint.operands);
  if (!index)
    return std::nullopt;
  if (index->isConstant())
    return index->constant >= 0;
  if (isNeverPositive(*index))
    return false;
  // -1 - index >= 0
  LinearIndex opposite;
  opposite.constant = -1;
  opposite.add(*index, -1);
  if (isNeverPositive(opposite))
    return true;
  return std::nullopt;
}

void sa::foldConstraints(
    Operation *op,
    function_ref<std::optional<bool>(const Constraint &)> decide) {
  op->walk([&](AffineIfOp condition) {
    IntegerSet set = condition.getIntegerSet();
    for (unsigned number = 0; number < set.getNumConstraints(); ++number) {
      std::optional<Constraint> constraint = getConstraint(condition, number);
      std::optional<bool> holds =
          constraint ? decide(*constraint) : std::nullopt;
      if (!holds)
        continue;
      SmallVector<AffineExpr> constraints(set.getConstraints());
      constraints[number] =
          getAffineConstantExpr(*holds ? 0 : -1, condition.getContext());
      set = IntegerSet::get(set.getNumDims(), set.getNumSymbols(), constraints,
                            set.getEqFlags());
      condition.setIntegerSet(set);
    }
  });
}

void sa::foldDecided(Operation *op) { foldConstraints(op, decide); }

std::optional<Constraint> sa::relax(const Constraint &constraint,
                                    AffineForOp loop) {
  AffineExpr expr = constraint.expr;
  MLIRContext *context = expr.getContext();
  for (unsigned position = 0; position < constraint.numDims; ++position) {
    auto inner = affine::getForInductionVarOwner(constraint.operands[position]);
    if (!inner || !loop->isProperAncestor(inner))
      continue;
    std::optional<int64_t> factor = getAffineFactor(
        expr, position, constraint.numDims, constraint.numSymbols);
    std::optional<int64_t> end =
        getConstantBound(inner.getUpperBoundMap(), /*isLower=*/false);
    if (!factor || !inner.hasConstantLowerBound() || !end)
      return std::nullopt;
    int64_t first = inner.getConstantLowerBound();
    int64_t step = inner.getStepAsInt();
    int64_t last =
        first + (std::max<int64_t>(*end - first, 1) - 1) / step * step;
    expr = expr.replace(
        getAffineDimExpr(position, context),
        getAffineConstantExpr(*factor < 0 ? first : last, context));
  }
  return makeLoopBound(expr, constraint.numDims, constraint.numSymbols,
                       constraint.operands);
}
