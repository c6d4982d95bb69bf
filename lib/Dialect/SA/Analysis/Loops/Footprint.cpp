// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Loops/Footprint.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

using Exprs = SmallVector<AffineExpr>;

std::pair<Value, OperandRange> sa::getAccess(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return {load.getArray(), load.getIndices()};
  if (auto store = dyn_cast<StoreOp>(op))
    return {store.getArray(), store.getIndices()};
  if (auto accumulate = dyn_cast<AccumulateOp>(op))
    return {accumulate.getArray(), accumulate.getIndices()};
  return {Value(), op->getOperands()};
}

//===----------------------------------------------------------------------===//
// Eliminating loops
//===----------------------------------------------------------------------===//

/// The smallest or largest value of an expression, given those of a dimension.
static AffineExpr replaceBound(AffineExpr expr, unsigned dim,
                               const Exprs &bounds, bool isUpper) {
  if (!expr.isFunctionOfDim(dim))
    return expr;
  if (isa<AffineDimExpr>(expr))
    return bounds[isUpper];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  if (expr.getKind() == AffineExprKind::Add)
    return replaceBound(lhs, dim, bounds, isUpper) +
           replaceBound(rhs, dim, bounds, isUpper);
  // The other operand is a constant in all that is affine.
  int64_t constant = cast<AffineConstantExpr>(rhs).getValue();
  switch (expr.getKind()) {
  case AffineExprKind::Mul:
    return replaceBound(lhs, dim, bounds, isUpper != (constant < 0)) * constant;
  case AffineExprKind::FloorDiv:
    return replaceBound(lhs, dim, bounds, isUpper).floorDiv(constant);
  case AffineExprKind::CeilDiv:
    return replaceBound(lhs, dim, bounds, isUpper).ceilDiv(constant);
  default:
    return getAffineConstantExpr(isUpper ? constant - 1 : 0, expr.getContext());
  }
}

/// How many of the results of a bound are tried.
static constexpr unsigned maxChoices = 4;

/// A number that `expr`, at `op`, is not below or above in one run of the inner
/// loops. Of the results of a bound, the one at `choice` is taken. Null when a
/// bound is not affine.
static AffineExpr getBound(LoopSpace &space, AffineExpr expr, Operation *op,
                           IsInner isInner, bool isUpper, unsigned choice) {
  for (auto loop = op->getParentOfType<AffineForOp>(); loop;
       loop = loop->getParentOfType<AffineForOp>()) {
    unsigned dim = space.getDim(loop);
    if (!isInner(loop) || !expr.isFunctionOfDim(dim))
      continue;
    Exprs lower = space.getLowerBounds(loop);
    Exprs upper = space.getUpperBounds(loop);
    if (lower.empty() || upper.empty())
      return {};
    auto choose = [&](const Exprs &exprs) {
      return exprs[std::min<size_t>(choice, exprs.size() - 1)];
    };
    AffineExpr first = choose(lower), last = choose(upper) - 1;
    auto length = dyn_cast<AffineConstantExpr>(last - first);
    int64_t step = loop.getStepAsInt();
    if (length && length.getValue() >= 0)
      last = first + length.getValue() / step * step;
    expr = simplifyAffineExpr(replaceBound(expr, dim, {first, last}, isUpper),
                              space.getNumDims(), space.getNumSymbols());
  }
  return expr;
}

/// The bounds of one index of the accesses, without those that differ by a
/// constant when only the direction is of interest.
static Exprs getBounds(LoopSpace &space, ArrayRef<LoopAccess> accesses,
                       unsigned dim, IsInner isInner, bool isUpper) {
  Exprs bounds;
  for (const LoopAccess &access : accesses)
    for (unsigned choice = 0; choice < maxChoices; ++choice) {
      AffineExpr bound = getBound(space, access.index[dim], access.op, isInner,
                                  isUpper, choice);
      if (bound && !llvm::is_contained(bounds, bound))
        bounds.push_back(bound);
    }
  return bounds;
}

//===----------------------------------------------------------------------===//
// The block
//===----------------------------------------------------------------------===//

FailureOr<Footprint> sa::getFootprint(LoopSpace &space, Value array,
                                      ArrayRef<LoopAccess> accesses,
                                      IsInner isInner, bool allowsWhole,
                                      unsigned &obstacle) {
  Footprint block;
  auto type = cast<ArrayType>(array.getType());
  AffineExpr zero = getAffineConstantExpr(0, type.getContext());
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    int64_t size = type.getShape()[dim];
    bool isAffine = llvm::all_of(
        accesses, [&](const LoopAccess &access) { return access.index[dim]; });
    // 1. Where the block may begin; by how much is found out below.
    Exprs candidates;
    if (isAffine)
      for (AffineExpr bound :
           getBounds(space, accesses, dim, isInner, /*isUpper=*/false))
        if (llvm::none_of(candidates, [&](AffineExpr other) {
              return isa<AffineConstantExpr>(bound - other);
            }))
          candidates.push_back(bound);

    // 2. The smallest interval that starts there and has all the indices.
    AffineExpr base;
    int64_t extent = 0;
    for (AffineExpr candidate : candidates) {
      std::optional<int64_t> low, high;
      bool isBounded = true;
      for (const LoopAccess &access : accesses) {
        AffineExpr distance = access.index[dim] - candidate;
        auto least = space.getMin(distance, access.op);
        auto most = space.getMax(distance, access.op);
        if (!least || !most) {
          isBounded = false;
          break;
        }
        low = low ? std::min(*low, *least) : *least;
        high = high ? std::max(*high, *most) : *most;
      }
      if (!isBounded || !low)
        continue;
      if (base && *high - *low + 1 >= extent)
        continue;
      base = candidate + *low;
      extent = *high - *low + 1;
    }

    // 3. The whole dimension is never too little.
    bool isStatic = size != ShapedType::kDynamic;
    if (isStatic ? !base || extent >= size : !base && allowsWhole) {
      base = zero;
      // Nothing is touched of an array without elements; memory has some.
      extent = size == 0 ? 1 : size;
    }
    if (!base) {
      obstacle = dim;
      return failure();
    }
    block.base.push_back(base);
    block.extents.push_back(extent);
  }
  return block;
}

//===----------------------------------------------------------------------===//
// The part that is touched
//===----------------------------------------------------------------------===//

/// Leaves out the bounds that another one makes superfluous where `place` runs.
static void removeImplied(LoopSpace &space, Exprs &bounds, bool isUpper,
                          Operation *place) {
  for (unsigned i = bounds.size(); i-- > 0;) {
    auto isImplied = [&](AffineExpr other) {
      if (other == bounds[i])
        return false;
      AffineExpr slack = isUpper ? bounds[i] - other : other - bounds[i];
      std::optional<int64_t> least = space.getMin(slack, place);
      return least && *least >= 0;
    };
    if (llvm::any_of(bounds, isImplied))
      bounds.erase(bounds.begin() + i);
  }
}

FootprintPart sa::getTouchedPart(LoopSpace &space, Value array,
                                 const Footprint &block,
                                 ArrayRef<LoopAccess> accesses, IsInner isInner,
                                 Operation *place) {
  FootprintPart part;
  auto type = cast<ArrayType>(array.getType());
  auto simplify = [&](AffineExpr expr) {
    return simplifyAffineExpr(expr, space.getNumDims(), space.getNumSymbols());
  };
  for (unsigned dim = 0; dim < block.base.size(); ++dim) {
    AffineExpr base = block.base[dim];
    AffineExpr size = space.getSize(array, dim);
    AffineExpr zero = getAffineConstantExpr(0, type.getContext());
    Exprs lower = {zero}, upper;
    if (block.extents[dim] != ShapedType::kDynamic)
      upper.push_back(
          getAffineConstantExpr(block.extents[dim], type.getContext()));
    auto add = [&](Exprs &bounds, AffineExpr bound) {
      bound = simplify(bound);
      if (!llvm::is_contained(bounds, bound))
        bounds.push_back(bound);
    };
    // A bound of one access counts when it is one of all of them.
    bool isAffine = llvm::all_of(
        accesses, [&](const LoopAccess &access) { return access.index[dim]; });
    for (bool isUpper : {false, true}) {
      if (!isAffine)
        break;
      for (AffineExpr bound :
           getBounds(space, accesses, dim, isInner, isUpper)) {
        auto holds = [&](const LoopAccess &access) {
          AffineExpr index = access.index[dim];
          std::optional<int64_t> least =
              space.getMin(isUpper ? bound - index : index - bound, access.op);
          return least && *least >= 0;
        };
        if (llvm::all_of(accesses, holds))
          add(isUpper ? upper : lower, bound + (isUpper ? 1 : 0) - base);
      }
    }
    add(lower, -base);
    add(upper, size - base);
    removeImplied(space, lower, /*isUpper=*/false, place);
    removeImplied(space, upper, /*isUpper=*/true, place);
    part.lower.push_back(lower);
    part.upper.push_back(upper);
  }
  return part;
}
