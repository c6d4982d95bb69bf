// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Schedule/LoopBounds.h"

#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

PendingConstraints::PendingConstraints(const Schedule &schedule,
                                       const ScheduledNest &nest)
    : schedule(schedule) {
  SmallVector<AffineRange> loops = schedule.getLoopRanges();
  SmallVector<AffineRange> symbols = schedule.getSymbolRanges();
  for (AffineExpr constraint : nest.constraints) {
    AffineExpr simple = simplifyAffineExpr(
        constraint, schedule.getLoops().size(), schedule.getNumSymbols());
    // What holds anyway needs no code.
    std::optional<AffineRange> range = getAffineRange(simple, loops, symbols);
    if ((!range || range->low < 0) && !llvm::is_contained(constraints, simple))
      constraints.push_back(simple);
  }
  // Where all constraints hold, but for one, which does not.
  auto getPoints =
      [&](std::optional<size_t> broken) -> std::optional<PointSet> {
    PointSet points(loops.size(), symbols.size());
    for (auto [loop, range] : llvm::enumerate(loops)) {
      points.addBound(presburger::BoundType::LB, loop, 0);
      if (fitsMachineWord(range) && schedule.getSize(loop))
        points.addBound(presburger::BoundType::UB, loop,
                        static_cast<int64_t>(range.high));
    }
    for (auto [symbol, range] : llvm::enumerate(symbols))
      if (range.low == 0)
        points.addBound(presburger::BoundType::LB, loops.size() + symbol, 0);
    for (auto [other, constraint] : llvm::enumerate(constraints))
      if (failed(points.keepNonNegative(other == broken ? -constraint - 1
                                                        : constraint)))
        return std::nullopt;
    return points;
  };
  std::optional<PointSet> points = getPoints(std::nullopt);
  isImpossible = points && points->isEmpty();
  // Nor does what follows from the others: after two splits the bound of the
  // outer one often does.
  for (size_t position = 0; position < constraints.size();) {
    std::optional<PointSet> beyond = getPoints(position);
    if (beyond && beyond->isEmpty())
      constraints.erase(constraints.begin() + position);
    else
      ++position;
  }
}

bool PendingConstraints::isKnown(AffineExpr expr,
                                 ArrayRef<unsigned> open) const {
  for (unsigned loop = 0; loop < schedule.getLoops().size(); ++loop)
    if (expr.isFunctionOfDim(loop) && !llvm::is_contained(open, loop))
      return false;
  return true;
}

/// Adds a bound to others. Of those that are numbers, one says it all.
static void addBound(SmallVectorImpl<AffineExpr> &bounds, AffineExpr bound,
                     bool isLower) {
  auto number = dyn_cast<AffineConstantExpr>(bound);
  for (AffineExpr &other : bounds) {
    auto otherNumber = dyn_cast<AffineConstantExpr>(other);
    if (number && otherNumber &&
        isLower != (number.getValue() > otherNumber.getValue()))
      return;
    if (number && otherNumber) {
      other = bound;
      return;
    }
  }
  if (!llvm::is_contained(bounds, bound))
    bounds.push_back(bound);
}

int64_t PendingConstraints::getLeast(unsigned loop) const {
  int64_t least = 0;
  for (AffineExpr constraint : constraints) {
    std::optional<int64_t> factor = getAffineFactor(
        constraint, loop, schedule.getLoops().size(), schedule.getNumSymbols());
    if (!factor || *factor <= 0)
      continue;
    AffineExpr rest =
        constraint.replace(getAffineDimExpr(loop, constraint.getContext()),
                           getAffineConstantExpr(0, constraint.getContext()));
    // factor * loop + rest >= 0
    if (auto number = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
            rest, schedule.getLoops().size(), schedule.getNumSymbols()));
        number && number.getValue() < 0 &&
        number.getValue() != std::numeric_limits<int64_t>::min())
      least =
          std::max(least, llvm::divideCeilSigned(-number.getValue(), *factor));
  }
  return least;
}

/// The first multiple of `step` that is not less than `least / factor`.
static AffineExpr getFirstMultiple(const Schedule &schedule, AffineExpr least,
                                   int64_t factor, int64_t step) {
  // What is left of numbers that are multiples anyway is the constant.
  MLIRContext *context = least.getContext();
  AffineExpr zero = getAffineConstantExpr(0, context);
  SmallVector<AffineExpr> dims(schedule.getLoops().size(), zero);
  SmallVector<AffineExpr> symbols(schedule.getNumSymbols(), zero);
  AffineExpr constant = least.replaceDimsAndSymbols(dims, symbols);
  if (schedule.isMultipleOf(least - constant, factor * step))
    return (least - constant).floorDiv(factor) +
           constant.ceilDiv(factor * step) * step;
  return least.ceilDiv(factor * step) * step;
}

SmallVector<AffineExpr> PendingConstraints::tighten(unsigned loop,
                                                    ArrayRef<unsigned> outer,
                                                    LoopBounds &bounds) const {
  SmallVector<AffineExpr> expressed;
  unsigned numLoops = schedule.getLoops().size();
  unsigned numSymbols = schedule.getNumSymbols();
  int64_t step = schedule.getLoops()[loop].step;
  DenseMap<unsigned, int64_t> leasts;
  for (AffineExpr constraint : constraints) {
    MLIRContext *context = constraint.getContext();
    std::optional<int64_t> factor =
        getAffineFactor(constraint, loop, numLoops, numSymbols);
    if (!factor || *factor == 0)
      continue;
    // What is further in takes the value that helps the constraint most.
    AffineExpr rest = constraint.replace(getAffineDimExpr(loop, context),
                                         getAffineConstantExpr(0, context));
    bool isExact = true, isUseful = true;
    for (unsigned inner = 0; inner < numLoops; ++inner) {
      if (inner == loop || !rest.isFunctionOfDim(inner) ||
          llvm::is_contained(outer, inner))
        continue;
      isExact = false;
      std::optional<int64_t> innerFactor =
          getAffineFactor(rest, inner, numLoops, numSymbols);
      isUseful = innerFactor && schedule.getLoops()[inner].sizes.size() == 1;
      if (!isUseful)
        break;
      AffineExpr best;
      if (*innerFactor > 0) {
        best =
            schedule.getLast(inner, schedule.getLoops()[inner].sizes.front());
      } else {
        auto [least, isNew] = leasts.try_emplace(inner, 0);
        if (isNew)
          least->second = getLeast(inner);
        best = getAffineConstantExpr(least->second, context);
      }
      rest = rest.replace(getAffineDimExpr(inner, context), best);
    }
    if (!isUseful)
      continue;
    // factor * loop + rest >= 0
    if (*factor > 0) {
      AffineExpr bound =
          simplifyAffineExpr(getFirstMultiple(schedule, -rest, *factor, step),
                             numLoops, numSymbols);
      // Loops start at zero anyway.
      auto constant = dyn_cast<AffineConstantExpr>(bound);
      if (!constant || constant.getValue() > 0)
        addBound(bounds.lower, bound, /*isLower=*/true);
    } else {
      addBound(
          bounds.upper,
          simplifyAffineExpr(rest.floorDiv(-*factor) + 1, numLoops, numSymbols),
          /*isLower=*/false);
    }
    if (isExact)
      expressed.push_back(constraint);
  }
  return expressed;
}

void PendingConstraints::drop(ArrayRef<AffineExpr> expressed) {
  llvm::erase_if(constraints, [&](AffineExpr constraint) {
    return llvm::is_contained(expressed, constraint);
  });
}

SmallVector<AffineExpr> PendingConstraints::takeKnown(ArrayRef<unsigned> open) {
  SmallVector<AffineExpr> known;
  llvm::erase_if(constraints, [&](AffineExpr constraint) {
    if (!isKnown(constraint, open))
      return false;
    known.push_back(constraint);
    return true;
  });
  return known;
}

void PendingConstraints::keepCommon(const PendingConstraints &other) {
  llvm::erase_if(constraints, [&](AffineExpr constraint) {
    return !llvm::is_contained(other.constraints, constraint);
  });
}

void sa::takeBounds(std::vector<PendingConstraints> &pending,
                    ArrayRef<unsigned> nests, unsigned loop,
                    ArrayRef<unsigned> outer, LoopBounds &bounds) {
  PendingConstraints common = pending[nests.front()];
  for (unsigned nest : nests.drop_front())
    common.keepCommon(pending[nest]);
  SmallVector<AffineExpr> expressed = common.tighten(loop, outer, bounds);
  for (unsigned nest : nests)
    pending[nest].drop(expressed);
}

std::optional<unsigned> sa::findLoopOfStart(const Schedule &schedule,
                                            unsigned loop) {
  std::vector<PendingConstraints> pending;
  SmallVector<unsigned> nests;
  const ScheduledNest *inside = nullptr;
  for (auto [number, nest] : llvm::enumerate(schedule.getNests())) {
    pending.emplace_back(schedule, nest);
    nests.push_back(number);
    if (llvm::is_contained(nest.loops, loop))
      inside = &nest;
  }
  SmallVector<unsigned> outer;
  for (unsigned current : schedule.getOrder(loop)) {
    if (auto part = inside->numbers.find(current);
        part != inside->numbers.end())
      llvm::erase_if(nests, [&](unsigned nest) {
        return schedule.getNests()[nest].numbers.lookup(current) !=
               part->second;
      });
    if (!llvm::is_contained(inside->loops, current))
      continue;
    LoopBounds bounds;
    takeBounds(pending, nests, current, outer, bounds);
    if (current != loop) {
      outer.push_back(current);
      continue;
    }
    for (unsigned around : llvm::reverse(outer))
      if (llvm::any_of(bounds.lower, [&](AffineExpr bound) {
            return bound.isFunctionOfDim(around);
          }))
        return around;
    break;
  }
  return std::nullopt;
}
