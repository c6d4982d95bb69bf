// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SkipPlans.h"

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/IndexOrder.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <numeric>

using namespace mlir;
using namespace sa;

// How much dearer a point is when an index comes from a table, measured with
// benchmarks/constants.py on a CPU with AVX2.
/// The same position for all the lanes of a vector.
static constexpr double tableCost = 1.1;
/// Another position for each lane, so that loads and stores become gathers and
/// scatters: outside of the loops of a work-item, and inside.
static constexpr double outerScatterCost = 1.5;
static constexpr double innerScatterCost = 3.0;

/// A shorter loop is no risk, but a copy of the constant is work too.
static constexpr double minRangeGain = 1.05;

/// True when an array other than the constant is touched with the index at
/// `position` at every step of a work-item, and not only before and after its
/// loops.
static bool isTouchedInside(const ZeroFactor &factor, unsigned position) {
  NestOp nest = factor.nest;
  llvm::SmallBitVector sequential(nest.getRank());
  for (unsigned i = 0; i < nest.getRank(); ++i)
    sequential[i] = !nest.isParallel(i);
  WalkResult found = nest.walk([&](Operation *op) {
    if (!isa<LoadOp, StoreOp, AccumulateOp>(op))
      return WalkResult::advance();
    llvm::SmallBitVector used(nest.getRank());
    bool isConstant = false;
    for (Value operand : op->getOperands()) {
      if (operand.getType().isIndex())
        used |= getUsedIndices(nest, operand);
      isConstant |=
          !factor.isJoint && operand == factor.getConstant().getResult();
    }
    return !isConstant && used[position] &&
                   (sequential.none() || used.anyCommon(sequential))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// Rounds up to whole vectors, as far as there are slices.
static int64_t fillVectors(int64_t count, int64_t size) {
  return std::min<int64_t>(llvm::alignTo(count, numLanes), size);
}

/// The slices that are not zero, and the first of the others to make `count`.
static std::vector<int64_t> makeList(const SliceMask &slices, int64_t count) {
  int64_t missing = count - slices.count;
  std::vector<int64_t> list;
  list.reserve(count);
  for (int64_t i = 0; i < slices.size(); ++i)
    if (slices.isNonzero[i] || missing-- > 0)
      list.push_back(i);
  return list;
}

/// How many elements of `count` slices from `first` on are read.
static double countReads(const SliceMask &slices, int64_t first,
                         int64_t count) {
  auto begin = slices.numRead.begin() + first;
  return std::accumulate(begin, begin + count, 0.0);
}

/// The best plan for a dimension: the range around what is not zero, or a list,
/// where each of its `sliceSize` points costs more.
static SlicePlan planDimension(unsigned dim, const SliceMask &slices,
                               bool isFast, int64_t sliceSize,
                               double listCost) {
  int64_t size = slices.size();
  int64_t range = slices.last - slices.first + 1, count = slices.count;
  if (isFast) {
    range = fillVectors(range, size);
    count = fillVectors(count, size);
  }
  int64_t numRead = size - llvm::count(slices.numRead, 0);
  SlicePlan plan{dim, numRead, numRead - slices.count, 0, 0, {}, 0, false};
  plan.first = std::min(slices.first, size - range);
  double all = countReads(slices, 0, size);
  double inRange = countReads(slices, plan.first, range);
  double inList = count * listCost * sliceSize;
  if (inRange <= inList) {
    plan.count = range;
    plan.gain = all / inRange;
    plan.pays = plan.gain > minRangeGain;
  } else {
    plan.first = 0;
    plan.count = count;
    plan.gain = all / inList;
    plan.pays = plan.gain > minGain;
    if (plan.pays)
      plan.list = makeList(slices, count);
  }
  return plan;
}

SmallVector<SlicePlan> sa::planSlices(const ZeroFactor &factor,
                                      const NonzeroMask &mask) {
  std::optional<unsigned> fast = getFastIndex(factor.nest);
  SmallVector<SlicePlan> plans;
  for (auto [dim, slices] : llvm::enumerate(getSlices(mask))) {
    unsigned position = factor.positions[dim];
    double listCost = position != fast                    ? tableCost
                      : isTouchedInside(factor, position) ? innerScatterCost
                                                          : outerScatterCost;
    if (needsGuard(factor, position, /*isExact=*/false))
      listCost *= guardCost;
    SlicePlan plan = planDimension(dim, slices, position == fast,
                                   mask.size() / slices.size(), listCost);
    if (plan.numZero > 0)
      plans.push_back(std::move(plan));
  }
  return plans;
}

/// The elements of the slices that are left, one after the other.
static std::vector<char> gather(const ConstantElements &elements,
                                ArrayRef<int64_t> shape,
                                ArrayRef<SlicePlan> kept) {
  int64_t bytes = elements.getElementBytes(), count = 1;
  for (const SlicePlan &plan : kept)
    count *= plan.count;
  std::vector<char> values(count * bytes);
  SmallVector<int64_t> index(kept.size(), 0);
  for (int64_t place = 0; place < count; ++place) {
    int64_t position = 0;
    for (auto [dim, plan] : llvm::enumerate(kept))
      position = position * shape[dim] + plan[index[dim]];
    std::memcpy(&values[place * bytes], elements[position], bytes);
    for (size_t dim = kept.size(); dim-- > 0;) {
      if (++index[dim] < kept[dim].count)
        break;
      index[dim] = 0;
    }
  }
  return values;
}

NestRewrite sa::skipSlices(const ZeroFactor &factor,
                           const ConstantElements &elements,
                           ArrayRef<SlicePlan> plans) {
  NestOp nest = factor.nest;
  Builder builder(nest.getContext());
  NestRewrite rewrite;

  // 1. The indices: shorter where slices are skipped.
  for (auto [position, size] : llvm::enumerate(nest.getMixedSizes())) {
    rewrite.indices.push_back(
        {nest.getIndexName(position).str(), size, nest.isParallel(position)});
    rewrite.oldIndices.push_back({static_cast<unsigned>(position)});
  }
  SmallVector<SlicePlan> kept;
  for (auto [dim, size] : llvm::enumerate(factor.getExtent()))
    kept.push_back(
        {static_cast<unsigned>(dim), size, 0, 0, size, {}, 1, false});
  for (const SlicePlan &plan : plans) {
    unsigned position = factor.positions[plan.dim];
    NestRewrite::NewIndex &index = rewrite.indices[position];
    index.name += "_kept";
    index.size = builder.getIndexAttr(plan.count);
    rewrite.oldIndices[position].offset = plan.first;
    rewrite.oldIndices[position].table = plan.list;
    kept[plan.dim] = plan;
  }

  // 2. The elements that are left, read as before.
  rewrite.values = gather(elements, factor.getType().getShape(), kept);
  for (auto [plan, position] : llvm::zip_equal(kept, factor.positions)) {
    rewrite.valueShape.push_back(plan.count);
    rewrite.valueIndices.push_back(builder.getAffineDimExpr(position));
  }
  return rewrite;
}
