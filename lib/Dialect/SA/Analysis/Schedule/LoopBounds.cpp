// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Schedule/LoopBounds.h"

#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sa-loop-bounds"

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numSearches, "Constraints compared with all others");

namespace {

/// A constraint without symbols: a sum of loops, and a number, is not negative.
struct Sum {
  SmallVector<int64_t> factors;
  int64_t constant;
};

/// Constraints on loops from zero to `highs`. Splits make many, of which most
/// questions have answers in linear time: that one follows from another one, or
/// a point where it alone does not hold.
class Sums {
public:
  Sums(ArrayRef<AffineExpr> constraints,
       SmallVector<std::optional<int64_t>> highs);

  /// Returns true if the constraint minus another one is nowhere negative.
  bool followsFromOne(size_t position) const;
  /// Returns true if a point is known where all constraints hold, but for
  /// `broken`, which does not.
  bool isKnownToHold(std::optional<size_t> broken) const;
  void erase(size_t position) { sums.erase(sums.begin() + position); }

private:
  std::vector<std::optional<Sum>> sums;
  /// The largest value of each loop, if that is known.
  SmallVector<std::optional<int64_t>> highs;
};

} // namespace

Sums::Sums(ArrayRef<AffineExpr> constraints,
           SmallVector<std::optional<int64_t>> highs)
    : highs(std::move(highs)) {
  for (AffineExpr constraint : constraints) {
    std::optional<Sum> &sum = sums.emplace_back();
    auto factors = getAffineFactors(constraint, this->highs.size());
    SmallVector<AffineExpr> zeros(
        this->highs.size(), getAffineConstantExpr(0, constraint.getContext()));
    if (auto number =
            dyn_cast<AffineConstantExpr>(constraint.replaceDims(zeros));
        number && factors)
      sum = Sum{std::move(*factors), number.getValue()};
  }
}

bool Sums::followsFromOne(size_t position) const {
  if (!sums[position])
    return false;
  const Sum &own = *sums[position];
  auto isLarger = [&](const Sum &other) {
    __int128 least = static_cast<__int128>(own.constant) - other.constant;
    for (auto [mine, theirs, high] :
         llvm::zip_equal(own.factors, other.factors, highs)) {
      __int128 factor = static_cast<__int128>(mine) - theirs;
      if (factor < 0 && !high)
        return false;
      if (factor < 0)
        least += factor * *high;
    }
    return least >= 0;
  };
  for (auto [other, sum] : llvm::enumerate(sums))
    if (other != position && sum && isLarger(*sum))
      return true;
  return false;
}

bool Sums::isKnownToHold(std::optional<size_t> broken) const {
  // What each constraint is at the point, which begins with zeros.
  SmallVector<__int128> values;
  for (const std::optional<Sum> &sum : sums) {
    if (!sum)
      return false;
    values.push_back(sum->constant);
  }
  // Each loop takes the largest value that helps to break the constraint, and
  // that the others allow.
  for (size_t loop = 0; broken && loop < highs.size(); ++loop) {
    if (sums[*broken]->factors[loop] >= 0)
      continue;
    if (!highs[loop])
      return false;
    __int128 most = *highs[loop];
    for (auto [position, sum] : llvm::enumerate(sums))
      if (position != *broken && sum->factors[loop] < 0)
        most = std::min(most, std::max<__int128>(values[position], 0) /
                                  -static_cast<__int128>(sum->factors[loop]));
    for (auto [value, sum] : llvm::zip_equal(values, sums))
      value += most * sum->factors[loop];
  }
  for (auto [position, value] : llvm::enumerate(values))
    if ((value < 0) != (position == broken))
      return false;
  return true;
}

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
  SmallVector<std::optional<int64_t>> highs;
  for (auto [loop, range] : llvm::enumerate(loops))
    highs.push_back(fitsMachineWord(range) && schedule.getSize(loop)
                        ? std::optional<int64_t>(range.high)
                        : std::nullopt);
  Sums sums(constraints, std::move(highs));
  auto areNever = [&](std::optional<size_t> broken) {
    if (sums.isKnownToHold(broken))
      return false;
    ++numSearches;
    std::optional<PointSet> points = getPoints(broken);
    return points && points->isEmpty();
  };
  isImpossible = areNever(std::nullopt);
  // Nor does what follows from the others: after two splits the bound of the
  // outer one often does.
  for (size_t position = 0; position < constraints.size();) {
    if (!sums.followsFromOne(position) && !areNever(position)) {
      ++position;
      continue;
    }
    constraints.erase(constraints.begin() + position);
    sums.erase(position);
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

/// Returns the dimensions that occur in an expression, in order.
static SmallVector<unsigned> getDims(AffineExpr expr) {
  SmallVector<unsigned> dims;
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      dims.push_back(dim.getPosition());
  });
  llvm::sort(dims);
  dims.erase(llvm::unique(dims), dims.end());
  return dims;
}

SmallVector<int64_t> PendingConstraints::getLeasts() const {
  unsigned numLoops = schedule.getLoops().size();
  SmallVector<int64_t> leasts(numLoops, 0);
  for (AffineExpr constraint : constraints) {
    SmallVector<unsigned> loops = getDims(constraint);
    if (loops.size() != 1)
      continue;
    unsigned loop = loops.front();
    std::optional<int64_t> factor =
        getAffineFactor(constraint, loop, numLoops, schedule.getNumSymbols());
    if (!factor || *factor <= 0)
      continue;
    AffineExpr rest =
        constraint.replace(getAffineDimExpr(loop, constraint.getContext()),
                           getAffineConstantExpr(0, constraint.getContext()));
    // factor * loop + rest >= 0
    if (auto number = dyn_cast<AffineConstantExpr>(
            simplifyAffineExpr(rest, numLoops, schedule.getNumSymbols()));
        number && number.getValue() < 0 &&
        number.getValue() != std::numeric_limits<int64_t>::min())
      leasts[loop] = std::max(
          leasts[loop], llvm::divideCeilSigned(-number.getValue(), *factor));
  }
  return leasts;
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
  SmallVector<int64_t> leasts;
  for (AffineExpr constraint : constraints) {
    MLIRContext *context = constraint.getContext();
    SmallVector<unsigned> dims = getDims(constraint);
    if (!llvm::is_contained(dims, loop))
      continue;
    std::optional<int64_t> factor =
        getAffineFactor(constraint, loop, numLoops, numSymbols);
    if (!factor || *factor == 0)
      continue;
    // What is further in takes the value that helps the constraint most.
    SmallVector<AffineExpr> values;
    for (unsigned dim = 0; dim < numLoops; ++dim)
      values.push_back(getAffineDimExpr(dim, context));
    values[loop] = getAffineConstantExpr(0, context);
    bool isExact = true, isUseful = true;
    for (unsigned inner : dims) {
      if (inner == loop || llvm::is_contained(outer, inner))
        continue;
      isExact = false;
      std::optional<int64_t> innerFactor =
          getAffineFactor(constraint, inner, numLoops, numSymbols);
      isUseful = innerFactor && schedule.getLoops()[inner].sizes.size() == 1;
      if (!isUseful)
        break;
      if (*innerFactor > 0) {
        values[inner] =
            schedule.getLast(inner, schedule.getLoops()[inner].sizes.front());
      } else {
        if (leasts.empty())
          leasts = getLeasts();
        values[inner] = getAffineConstantExpr(leasts[inner], context);
      }
    }
    if (!isUseful)
      continue;
    // factor * loop + rest >= 0
    AffineExpr rest = constraint.replaceDims(values);
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
