// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Flow/FootprintCoverage.h"

#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "sa/Dialect/SA/Analysis/Affine/Digits.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;
using affine::AffineIfOp;

using Exprs = SmallVector<AffineExpr>;

//===----------------------------------------------------------------------===//
// Elements that are written
//===----------------------------------------------------------------------===//

namespace {

/// The iteration that writes an element, and what must hold for it.
class WritingIteration {
public:
  /// With `run`, one run is what an execution of a block of that operation
  /// does; without, it is what the outermost of the inner loops does.
  WritingIteration(LoopSpace &space, const LoopAccess &write, IsInner isInner,
                   Operation *run = nullptr)
      : space(space), write(write), isInner(isInner), run(run) {}

  /// Names the iteration that writes the element at `target`. Fails when
  /// something is not affine.
  LogicalResult find(ArrayRef<AffineExpr> target);

  /// What must not be negative.
  Exprs conditions;
  /// The same, about loops that the element does not depend on.
  Exprs freeConditions;

private:
  LogicalResult collectLoops();
  FailureOr<AffineExpr> solve(AffineForOp loop, AffineExpr lower,
                              ArrayRef<AffineExpr> target);
  AffineExpr replaceKnown(AffineExpr expr) const {
    for (auto [loop, value] : values)
      expr = expr.replace(space.getDimExpr(loop), value);
    return expr;
  }

  LoopSpace &space;
  const LoopAccess &write;
  IsInner isInner;
  Operation *run;
  /// The inner loops around the write, the outermost first.
  SmallVector<AffineForOp> loops;
  Exprs guards;
  SmallVector<std::pair<AffineForOp, AffineExpr>> values;
};

} // namespace

LogicalResult WritingIteration::collectLoops() {
  Operation *outermost = nullptr;
  for (auto loop = write.op->getParentOfType<AffineForOp>(); loop;
       loop = loop->getParentOfType<AffineForOp>())
    if (isInner(loop)) {
      loops.insert(loops.begin(), loop);
      outermost = loop;
    }
  for (Operation *child = write.op;
       run ? child->getParentOp() != run : child != outermost;
       child = child->getParentOp()) {
    Operation *parent = child->getParentOp();
    if (auto condition = dyn_cast<AffineIfOp>(parent)) {
      bool isThen = child->getParentRegion() == &condition.getThenRegion();
      std::optional<Exprs> holds = space.getConditions(condition, isThen);
      if (!holds)
        return failure();
      llvm::append_range(guards, *holds);
    } else if (!isa<AffineForOp>(parent)) {
      return failure();
    }
  }
  return success();
}

FailureOr<AffineExpr> WritingIteration::solve(AffineForOp loop,
                                              AffineExpr lower,
                                              ArrayRef<AffineExpr> target) {
  unsigned dim = space.getDim(loop);
  for (auto [index, element] : llvm::zip_equal(write.index, target)) {
    if (!index.isFunctionOfDim(dim))
      continue;
    auto factor =
        getAffineFactor(index, dim, space.getNumDims(), space.getNumSymbols());
    if (!factor || *factor == 0)
      return failure();
    // What the loops from here on begin with.
    AffineExpr rest = index;
    for (AffineForOp inner : llvm::reverse(loops)) {
      if (inner == loop)
        break;
      Exprs first = space.getLowerBounds(inner);
      if (first.empty())
        return failure();
      rest = rest.replace(space.getDimExpr(inner), first.front());
    }
    rest = replaceKnown(rest).replace(space.getDimExpr(loop), lower);
    AffineExpr distance = *factor > 0 ? element - rest : rest - element;
    int64_t step = loop.getStepAsInt();
    return lower + distance.floorDiv(std::abs(*factor) * step) * step;
  }
  return lower;
}

LogicalResult WritingIteration::find(ArrayRef<AffineExpr> target) {
  if (llvm::is_contained(write.index, AffineExpr()) || failed(collectLoops()))
    return failure();
  for (AffineForOp loop : loops) {
    Exprs lower = space.getLowerBounds(loop);
    Exprs upper = space.getUpperBounds(loop);
    if (lower.empty() || upper.empty() ||
        (lower.size() > 1 && loop.getStepAsInt() > 1))
      return failure();
    FailureOr<AffineExpr> value =
        solve(loop, replaceKnown(lower.front()), target);
    if (failed(value))
      return failure();
    unsigned dim = space.getDim(loop);
    bool isFree = llvm::none_of(write.index, [&](AffineExpr index) {
      return index.isFunctionOfDim(dim);
    });
    Exprs &holds = isFree ? freeConditions : conditions;
    for (AffineExpr bound : lower)
      holds.push_back(*value - replaceKnown(bound));
    for (AffineExpr bound : upper)
      holds.push_back(replaceKnown(bound) - 1 - *value);
    values.push_back({loop, *value});
  }
  for (AffineExpr guard : guards)
    conditions.push_back(replaceKnown(guard));
  for (auto [index, element] : llvm::zip_equal(write.index, target)) {
    conditions.push_back(replaceKnown(index) - element);
    conditions.push_back(element - replaceKnown(index));
  }
  return success();
}

/// True when `condition` is nowhere in `points` negative.
static bool holds(const PointSet &points, AffineExpr condition) {
  condition = simplifyAffineExpr(condition, points.getNumDimVars(),
                                 points.getNumSymbolVars());
  if (auto constant = dyn_cast<AffineConstantExpr>(condition))
    return constant.getValue() >= 0;
  PointSet fails = points;
  return succeeded(fails.keepNonNegative(-condition - 1)) &&
         fails.isIntegerEmpty();
}

bool sa::coversPart(LoopSpace &space, Value array, const LoopAccess &write,
                    const Footprint &block, const FootprintPart &part,
                    IsInner isInner, Operation *place, bool mayBeEmpty) {
  auto type = cast<ArrayType>(array.getType());
  unsigned rank = block.base.size(), numDims = space.getNumDims();
  // 1. The elements: dimensions after those of the loops.
  Exprs position, target;
  for (unsigned dim = 0; dim < rank; ++dim) {
    position.push_back(getAffineDimExpr(numDims + dim, type.getContext()));
    target.push_back(block.base[dim] + position.back());
  }
  WritingIteration iteration(space, write, isInner);
  if (failed(iteration.find(target)))
    return false;
  PointSet elements = space.getPoints(place, rank);
  for (unsigned dim = 0; dim < rank; ++dim) {
    for (AffineExpr bound : part.lower[dim])
      (void)elements.keepNonNegative(position[dim] - bound);
    for (AffineExpr bound : part.upper[dim])
      (void)elements.keepNonNegative(bound - 1 - position[dim]);
  }
  for (AffineExpr constraint : type.getDomainConstraints())
    (void)elements.keepNonNegative(constraint.replaceDims(target));

  // 2. No element at which a condition does not hold.
  auto isUpToSizes = [&](AffineExpr condition) {
    condition =
        simplifyAffineExpr(condition, numDims + rank, space.getNumSymbols());
    return mayBeEmpty && condition.isSymbolicOrConstant() &&
           !isa<AffineConstantExpr>(condition);
  };
  return llvm::all_of(iteration.conditions,
                      [&](AffineExpr condition) {
                        return holds(elements, condition);
                      }) &&
         llvm::all_of(iteration.freeConditions, [&](AffineExpr condition) {
           return isUpToSizes(condition) || holds(elements, condition);
         });
}

bool sa::coversRead(LoopSpace &space, const LoopAccess &write,
                    const LoopAccess &read, Operation *run) {
  auto isInRun = [&](AffineForOp loop) { return run->isProperAncestor(loop); };
  WritingIteration iteration(space, write, isInRun, run);
  if (llvm::is_contained(read.index, AffineExpr()) ||
      failed(iteration.find(read.index)))
    return false;
  PointSet points = space.getPoints(read.op);
  auto isTrue = [&](AffineExpr condition) { return holds(points, condition); };
  return llvm::all_of(iteration.conditions, isTrue) &&
         llvm::all_of(iteration.freeConditions, isTrue);
}

//===----------------------------------------------------------------------===//
// Elements that several iterations touch
//===----------------------------------------------------------------------===//

PointSet sa::getMeetings(LoopSpace &space, const LoopAccess &first,
                         const LoopAccess &second) {
  unsigned numDims = space.getNumDims();
  LoopSpace::Constraints here = space.getConstraints(first.op);
  LoopSpace::Constraints there = space.getConstraints(second.op);
  PointSet pairs = space.makeSet(2 * numDims);
  auto shift = [&](AffineExpr expr) {
    return expr.shiftDims(numDims, numDims);
  };
  for (AffineExpr expr : here.nonNegative)
    (void)pairs.keepNonNegative(expr);
  for (AffineExpr expr : here.zero)
    (void)pairs.keepZero(expr);
  for (AffineExpr expr : there.nonNegative)
    (void)pairs.keepNonNegative(shift(expr));
  for (AffineExpr expr : there.zero)
    (void)pairs.keepZero(shift(expr));
  for (auto [index, other] : llvm::zip_equal(first.index, second.index))
    if (index && other)
      (void)pairs.keepZero(index - shift(other));
  return pairs;
}

/// Returns true if accesses to one element are always in the same iteration of
/// `loop`: an index that both have determines it.
static bool determineLoop(LoopSpace &space, const LoopAccess &first,
                          const LoopAccess &second, AffineForOp loop) {
  auto getDigit = [&](unsigned dim) -> std::optional<Digit> {
    AffineForOp digit = space.getLoops()[dim];
    if (!digit.hasConstantLowerBound() || digit.getConstantLowerBound() != 0)
      return std::nullopt;
    return Digit{digit.getStepAsInt(),
                 getConstantBound(digit.getUpperBoundMap(), /*isLower=*/false)};
  };
  for (auto [index, other] : llvm::zip_equal(first.index, second.index)) {
    if (!index || index != other)
      continue;
    std::optional<SmallVector<unsigned>> digits = getDigits(index, getDigit);
    if (digits && llvm::is_contained(*digits, space.getDim(loop)))
      return true;
  }
  return false;
}

AffineForOp sa::findSharedWrites(LoopSpace &space, ArrayRef<LoopAccess> writes,
                                 ArrayRef<AffineForOp> concurrent) {
  unsigned numDims = space.getNumDims();
  auto isOutside = [&](AffineForOp loop) {
    return loop->isProperAncestor(concurrent.front());
  };
  for (AffineForOp loop : concurrent)
    for (const LoopAccess &first : writes)
      for (const LoopAccess &second : writes) {
        if (determineLoop(space, first, second, loop))
          continue;
        PointSet pairs = getMeetings(space, first, second);
        auto shift = [&](AffineExpr expr) {
          return expr.shiftDims(numDims, numDims);
        };
        for (AffineForOp outer : space.getLoops())
          if (isOutside(outer))
            (void)pairs.keepZero(space.getDimExpr(outer) -
                                 shift(space.getDimExpr(outer)));
        (void)pairs.keepNonNegative(shift(space.getDimExpr(loop)) -
                                    space.getDimExpr(loop) - 1);
        if (!pairs.isIntegerEmpty())
          return loop;
      }
  return {};
}
