// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Transforms/Arithmetic/FlatIndex.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "sa/Dialect/SA/Analysis/Affine/LinearIndex.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace sa;

bool sa::differByConstant(Value lhs, Value rhs) {
  return getDistance(getLinearIndex(lhs), getLinearIndex(rhs)).value_or(0) != 0;
}

bool sa::areEvenAndOdd(const FlatBlock &lhs, const FlatBlock &rhs) {
  if (lhs.size != 1 || rhs.size != 1)
    return false;
  Residue left = getResidue(lhs.first, 2), right = getResidue(rhs.first, 2);
  return left.modulus == 2 && right.modulus == 2 &&
         left.remainder != right.remainder;
}

namespace {

/// How far an index moves with an iteration of a loop, and how many iterations
/// two of them are apart at the most; nothing when that is not known.
struct Stride {
  Value index;
  int64_t distance;
  std::optional<int64_t> most;
};

} // namespace

/// The number that a bound is, or that it is at the most (`isUpper`) or least.
static std::optional<int64_t> getLimit(Value bound, bool isUpper) {
  if (std::optional<int64_t> constant = getConstantIntValue(bound))
    return constant;
  Operation *op = bound.getDefiningOp();
  if (!op || !(isUpper ? isa<arith::MinSIOp>(op) : isa<arith::MaxSIOp>(op)))
    return std::nullopt;
  std::optional<int64_t> lhs = getLimit(op->getOperand(0), isUpper);
  std::optional<int64_t> rhs = getLimit(op->getOperand(1), isUpper);
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return isUpper ? std::min(*lhs, *rhs) : std::max(*lhs, *rhs);
}

/// How many iterations of a loop two of them are apart at the most.
static std::optional<int64_t> getMostApart(scf::ForOp loop, int64_t step) {
  std::optional<int64_t> lower = getLimit(loop.getLowerBound(), false);
  std::optional<int64_t> upper = getLimit(loop.getUpperBound(), true);
  int64_t length;
  if (!lower || !upper || step <= 0 ||
      llvm::SubOverflow(*upper, *lower, length))
    return std::nullopt;
  return length <= 0 ? 0 : (length - 1) / step;
}

/// The strides of an index in `loop` and the loops in it; nothing when values
/// that change in the loop are no loops' indices.
static std::optional<SmallVector<Stride>> getStrides(const LinearIndex &sum,
                                                     scf::ForOp loop) {
  SmallVector<Stride> strides;
  for (auto [value, factor] : sum.factors) {
    if (loop.isDefinedOutsideOfLoop(value))
      continue;
    scf::ForOp inner = scf::getForInductionVarOwner(value);
    std::optional<int64_t> step =
        inner ? getConstantIntValue(inner.getStep()) : std::nullopt;
    // Where the start changes, so does what the steps lead to.
    if (step && !loop.isDefinedOutsideOfLoop(inner.getLowerBound()) &&
        !getConstantIntValue(inner.getLowerBound()))
      step = 1;
    int64_t distance;
    if (!step || llvm::MulOverflow(factor, *step, distance))
      return std::nullopt;
    strides.push_back({value, std::abs(distance), getMostApart(inner, *step)});
  }
  return strides;
}

/// How far all of these loops together move an index at the most.
static std::optional<int64_t> getFurthest(ArrayRef<Stride> strides) {
  int64_t furthest = 0;
  for (const Stride &stride : strides) {
    int64_t most;
    if (!stride.most ||
        llvm::MulOverflow(stride.distance, *stride.most, most) ||
        llvm::AddOverflow(furthest, most, furthest))
      return std::nullopt;
  }
  return furthest;
}

/// Takes away the loops that must be in the same iteration when all of them
/// together move an index by less than `reach`: those that move it further than
/// all the others, and the reach.
static void dropFarLoops(SmallVector<Stride> &strides, int64_t reach) {
  llvm::sort(strides, [](const Stride &one, const Stride &other) {
    return one.distance < other.distance;
  });
  while (!strides.empty()) {
    std::optional<int64_t> others = getFurthest(ArrayRef(strides).drop_back());
    int64_t least;
    if (!others || llvm::AddOverflow(*others, reach, least) ||
        strides.back().distance < least)
      return;
    strides.pop_back();
  }
}

bool sa::areApartInLoop(const FlatBlock &lhs, const FlatBlock &rhs,
                        scf::ForOp loop) {
  // 1. The same loops move both by the same distances.
  LinearIndex first = getLinearIndex(lhs.first);
  std::optional<int64_t> between =
      getDistance(getLinearIndex(rhs.first), first);
  std::optional<SmallVector<Stride>> strides = getStrides(first, loop);
  if (!between || !strides)
    return false;

  // 2. The blocks meet when iterations move them by more than `low` and less
  //    than `high`.
  int64_t low = *between - lhs.size, high = *between + rhs.size;
  int64_t reach = std::max(std::abs(low), std::abs(high));

  // 3. Loops in which both must be in the same iteration.
  dropFarLoops(*strides, reach);

  // 4. The rest move them no further than all of their iterations do,
  if (std::optional<int64_t> furthest = getFurthest(*strides);
      furthest && (low >= *furthest || high <= -*furthest))
    return true;

  // 5. and by multiples of what their strides share.
  int64_t shared = 0;
  for (const Stride &stride : *strides)
    shared = std::gcd(shared, stride.distance);
  if (shared == 0)
    return false;
  // The first multiple above `low`.
  int64_t multiple = (llvm::divideFloorSigned(low, shared) + 1) * shared;
  return multiple >= high;
}

/// Adds `index` to a sum of linear indices, each times a stride that is only
/// known at run time, or null. Fails if there are too many terms.
static LogicalResult addStrided(llvm::MapVector<Value, LinearIndex> &sums,
                                Value index, Value stride, scf::ForOp loop,
                                unsigned &budget) {
  if (budget-- == 0)
    return failure();
  if (auto sum = index.getDefiningOp<arith::AddIOp>())
    return success(
        succeeded(addStrided(sums, sum.getLhs(), stride, loop, budget)) &&
        succeeded(addStrided(sums, sum.getRhs(), stride, loop, budget)));
  if (auto product = index.getDefiningOp<arith::MulIOp>())
    for (auto [factor, rest] : {std::pair(product.getLhs(), product.getRhs()),
                                std::pair(product.getRhs(), product.getLhs())})
      if (!stride && loop.isDefinedOutsideOfLoop(factor) &&
          !getConstantIntValue(factor))
        return addStrided(sums, rest, factor, loop, budget);
  sums[stride].add(getLinearIndex(index));
  return success();
}

bool sa::isOnceInLoop(const FlatBlock &block, scf::ForOp loop) {
  llvm::MapVector<Value, LinearIndex> sums;
  unsigned budget = 256;
  if (failed(addStrided(sums, block.first, nullptr, loop, budget)))
    return false;
  SmallVector<std::pair<int64_t, SmallVector<Stride>>> groups;
  for (auto &[stride, sum] : sums) {
    std::optional<SmallVector<Stride>> strides = getStrides(sum, loop);
    if (!strides)
      return false;
    groups.push_back({stride ? 1 : block.size, *strides});
  }
  // One sum may tell the iterations of some loops apart, and others the rest.
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (auto &[reach, strides] : groups) {
      SmallVector<Stride> left = strides;
      dropFarLoops(left, reach);
      if (!left.empty() || strides.empty())
        continue;
      SmallVector<Stride> told = std::move(strides);
      isChanged = true;
      for (auto &group : groups)
        llvm::erase_if(group.second, [&](const Stride &stride) {
          return llvm::is_contained(
              llvm::map_range(told, [](const Stride &s) { return s.index; }),
              stride.index);
        });
    }
  }
  return llvm::all_of(groups,
                      [](const auto &group) { return group.second.empty(); });
}
