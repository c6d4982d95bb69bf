// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InnerPart.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/IntegerSet.h"
#include "sa/Dialect/SA/IR/SAArithmeticOps.h"
#include "sa/Dialect/SA/IR/SAOps.h"

using namespace mlir;
using namespace sa;

/// Stands for a number that is known at run time only.
static constexpr int64_t someSize = 4096;

InnerPart::InnerPart(Region &body, ArrayRef<SpaceIndex> indices)
    : indices(indices) {
  body.walk<WalkOrder::PreOrder>([&](Operation *op) { readOp(op); });
  // What follows from the bounds of the space, or from another constraint, is
  // none.
  SmallVector<LinearIndex> needed;
  std::swap(needed, constraints);
  for (const LinearIndex &sum : needed) {
    if (isImplied(sum, indices.size()))
      continue;
    auto *same = llvm::find_if(constraints, [&](const LinearIndex &other) {
      return getDistance(sum, other).has_value();
    });
    if (same == constraints.end())
      constraints.push_back(sum);
    else if (sum.constant < same->constant)
      *same = sum;
  }
  SmallVector<LinearIndex> ordered;
  for (const SpaceIndex &index : indices)
    for (LinearIndex &sum : constraints)
      if (sum.getFactor(index.value) != 0) {
        ordered.push_back(sum);
        sum = LinearIndex();
      }
  for (const LinearIndex &sum : constraints)
    if (!sum.isConstant())
      ordered.push_back(sum);
  constraints = ordered;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

LinearIndex InnerPart::normalize(const LinearIndex &sum) const {
  LinearIndex result;
  result.constant = sum.constant;
  for (auto [value, factor] : sum.factors) {
    LinearIndex part;
    part.factors[value] = 1;
    if (auto known = choices.find(value); known != choices.end()) {
      part = known->second;
    } else if (auto size = value.getDefiningOp<DimOp>()) {
      auto type = cast<ArrayType>(size.getArray().getType());
      int64_t number = type.getShape()[size.getDimension()];
      part = LinearIndex();
      if (ShapedType::isDynamic(number))
        part.factors[sizes
                         .try_emplace(
                             getSizeName(size.getArray(), size.getDimension()),
                             value)
                         .first->second] = 1;
      else
        part.constant = number;
    }
    result.add(part, factor);
  }
  return result;
}

LinearIndex InnerPart::getSum(Value value) {
  return normalize(getLinearIndex(value));
}

std::optional<LinearIndex> InnerPart::getSum(AffineExpr expr, unsigned numDims,
                                             ValueRange operands) {
  std::optional<LinearIndex> sum = getLinearIndex(expr, numDims, operands);
  if (!sum)
    return std::nullopt;
  return normalize(*sum);
}

std::optional<int64_t> InnerPart::estimate(const LinearIndex &sum) const {
  int64_t total = sum.constant;
  for (const auto &term : sum.factors) {
    Value value = term.first;
    int64_t factor = term.second;
    auto *found = llvm::find_if(
        indices, [&](const SpaceIndex &index) { return index.value == value; });
    int64_t number = someSize;
    if (found != indices.end()) {
      LinearIndex both = found->first;
      both.add(found->ends.back());
      std::optional<int64_t> ends = estimate(both);
      if (!ends)
        return std::nullopt;
      number = *ends / 2;
    }
    if (__builtin_mul_overflow(number, factor, &number) ||
        __builtin_add_overflow(total, number, &total))
      return std::nullopt;
  }
  return total;
}

/// Replaces the index in a sum by the end of its range where the sum is least.
static LinearIndex replaceIndex(LinearIndex sum, const SpaceIndex &index,
                                const LinearIndex &end) {
  int64_t factor = sum.getFactor(index.value);
  LinearIndex bound = index.first;
  if (factor < 0) {
    bound = end;
    bound.constant -= 1;
  }
  sum.factors.erase(index.value);
  sum.add(bound, factor);
  return sum;
}

LinearIndex InnerPart::getLeast(LinearIndex sum) const {
  // Bounds of inner indices may have outer ones in them.
  for (const SpaceIndex &index : llvm::reverse(indices))
    if (!index.isKept && sum.getFactor(index.value) != 0)
      sum = replaceIndex(sum, index, index.ends.front());
  return sum;
}

bool InnerPart::isImplied(LinearIndex sum, size_t numIndices) const {
  while (numIndices != 0 && sum.getFactor(indices[numIndices - 1].value) == 0)
    --numIndices;
  if (numIndices == 0) {
    LinearIndex rest = normalize(sum);
    return rest.isConstant() && rest.constant >= 0;
  }
  const SpaceIndex &index = indices[numIndices - 1];
  return llvm::any_of(index.ends, [&](const LinearIndex &end) {
    return isImplied(replaceIndex(sum, index, end), numIndices - 1);
  });
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

LogicalResult InnerPart::keep(Operation *op, unsigned position,
                              ArrayRef<LinearIndex> needed) {
  SmallVector<LinearIndex> added;
  for (const LinearIndex &sum : needed) {
    LinearIndex least = normalize(getLeast(sum));
    if (least.isConstant()) {
      if (least.constant < 0)
        return failure();
      continue;
    }
    for (const auto &term : least.factors) {
      Value value = term.first;
      bool isIndex = llvm::any_of(indices, [&](const SpaceIndex &index) {
        return index.value == value;
      });
      auto argument = dyn_cast<BlockArgument>(value);
      bool isScalar =
          argument && isa<FuncOp>(argument.getOwner()->getParentOp());
      if (!isIndex && !isScalar && !value.getDefiningOp<DimOp>())
        return failure();
    }
    added.push_back(least);
  }
  llvm::append_range(constraints, added);
  replaced.push_back({op, position});
  return success();
}

void InnerPart::readExtremes(Operation *op, ArrayRef<LinearIndex> sums,
                             bool isMax) {
  std::optional<unsigned> best;
  int64_t most = 0;
  for (auto [position, sum] : llvm::enumerate(sums)) {
    std::optional<int64_t> value = estimate(sum);
    if (!value)
      return;
    if (!best || (isMax ? *value > most : *value < most)) {
      best = position;
      most = *value;
    }
  }
  if (!best)
    return;
  SmallVector<LinearIndex> needed;
  for (auto [position, sum] : llvm::enumerate(sums)) {
    if (position == *best)
      continue;
    LinearIndex distance = isMax ? sums[*best] : sum;
    distance.add(isMax ? sum : sums[*best], -1);
    needed.push_back(distance);
  }
  if (succeeded(keep(op, *best, needed)))
    choices[op->getResult(0)] = sums[*best];
}

void InnerPart::readCondition(Operation *op) {
  auto condition = cast<affine::AffineIfOp>(op);
  IntegerSet set = condition.getIntegerSet();
  SmallVector<LinearIndex> sums;
  bool holds = true;
  for (auto [expr, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    std::optional<LinearIndex> sum =
        getSum(expr, set.getNumDims(), condition.getOperands());
    std::optional<int64_t> value = sum ? estimate(*sum) : std::nullopt;
    if (isEquality || !value)
      return;
    holds &= *value >= 0;
    sums.push_back(*sum);
  }
  if (!holds) {
    // The other branch is a set of sums only where there is one condition.
    if (sums.size() != 1)
      return;
    LinearIndex opposite;
    opposite.add(sums.front(), -1);
    opposite.constant -= 1;
    sums = {opposite};
  }
  (void)keep(op, holds ? 0 : 1, sums);
}

bool InnerPart::isChoice(Operation *op) {
  if (isa<affine::AffineIfOp>(op))
    return op->getNumResults() != 0;
  return isa<affine::AffineMinOp, affine::AffineMaxOp, index::MinSOp,
             index::MaxSOp, arith::MinSIOp, arith::MaxSIOp, ExtendIndexOp,
             FloorModSIOp>(op) &&
         op->getResult(0).getType().isIndex();
}

void InnerPart::readOp(Operation *op) {
  if (auto condition = dyn_cast<affine::AffineIfOp>(op)) {
    if (condition.getNumResults() != 0)
      readCondition(op);
    return;
  }
  if (op->getNumResults() != 1 || !op->getResult(0).getType().isIndex())
    return;
  auto getOperands = [&] {
    return llvm::map_to_vector(op->getOperands(),
                               [&](Value value) { return getSum(value); });
  };
  auto readMap = [&](AffineMap map, bool isMax) {
    SmallVector<LinearIndex> sums;
    for (AffineExpr expr : map.getResults()) {
      std::optional<LinearIndex> sum =
          getSum(expr, map.getNumDims(), op->getOperands());
      if (!sum)
        return;
      sums.push_back(*sum);
    }
    readExtremes(op, sums, isMax);
  };
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return readMap(min.getAffineMap(), /*isMax=*/false);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return readMap(max.getAffineMap(), /*isMax=*/true);
  if (isa<index::MinSOp, arith::MinSIOp>(op))
    return readExtremes(op, getOperands(), /*isMax=*/false);
  if (isa<index::MaxSOp, arith::MaxSIOp>(op))
    return readExtremes(op, getOperands(), /*isMax=*/true);
  if (isa<ExtendIndexOp, FloorModSIOp>(op)) {
    SmallVector<LinearIndex> sums = getOperands();
    LinearIndex rest = sums[1];
    rest.add(sums[0], -1);
    rest.constant -= 1;
    if (succeeded(keep(op, 0, {sums[0], rest})))
      choices[op->getResult(0)] = sums[0];
  }
}

//===----------------------------------------------------------------------===//
// Replacement
//===----------------------------------------------------------------------===//

void InnerPart::simplify(RewriterBase &rewriter) {
  // What is in a branch goes before the branch.
  for (auto [op, position] : llvm::reverse(replaced)) {
    rewriter.setInsertionPoint(op);
    if (auto condition = dyn_cast<affine::AffineIfOp>(op)) {
      Block &taken = condition->getRegion(position).front();
      Operation *yield = taken.getTerminator();
      SmallVector<Value> results(yield->getOperands());
      rewriter.eraseOp(yield);
      rewriter.inlineBlockBefore(&taken, op);
      rewriter.replaceOp(op, results);
      continue;
    }
    AffineMap map;
    if (auto min = dyn_cast<affine::AffineMinOp>(op))
      map = min.getAffineMap();
    else if (auto max = dyn_cast<affine::AffineMaxOp>(op))
      map = max.getAffineMap();
    if (map)
      rewriter.replaceOpWithNewOp<affine::AffineApplyOp>(
          op, map.getSubMap({position}), op->getOperands());
    else
      rewriter.replaceOp(op, op->getOperand(position));
  }
  replaced.clear();
}

AffineExpr InnerPart::getExpr(const LinearIndex &sum,
                              SmallVectorImpl<Value> &operands,
                              MLIRContext *context) {
  AffineExpr expr = getAffineConstantExpr(sum.constant, context);
  for (auto [value, factor] : sum.factors) {
    auto *found = llvm::find(operands, value);
    unsigned position = found - operands.begin();
    if (found == operands.end())
      operands.push_back(value);
    expr = expr + getAffineDimExpr(position, context) * factor;
  }
  return expr;
}
