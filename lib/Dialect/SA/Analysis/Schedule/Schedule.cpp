// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Schedule/Schedule.h"

#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"

using namespace mlir;
using namespace sa;

bool sa::isPlanned(NestOp nest) {
  if (!nest.getName())
    return false;
  for (auto plan : nest->getBlock()->getOps<PlanOp>())
    for (auto loops : plan.getBody().getOps<LoopsOp>())
      if (loops.getNestAttr() == nest.getNameAttr())
        return true;
  return false;
}

unsigned Schedule::getNumSymbols() const {
  return nests.empty() ? 0 : nests.front().accesses.getNumSymbols();
}

bool Schedule::areTogether(unsigned loop, unsigned other) const {
  return llvm::any_of(nests, [&](const ScheduledNest &nest) {
    return llvm::is_contained(nest.loops, loop) &&
           llvm::is_contained(nest.loops, other);
  });
}

bool Schedule::tellsApart(unsigned fusing, unsigned loop) const {
  return llvm::any_of(nests, [&](const ScheduledNest &nest) {
    return nest.numbers.count(fusing) && llvm::is_contained(nest.loops, loop);
  });
}

bool Schedule::isThere(unsigned loop) const {
  return llvm::any_of(groups, [&](const ScheduleGroup &group) {
    return llvm::is_contained(group.order, loop);
  });
}

const ScheduleGroup &Schedule::getGroup(unsigned loop) const {
  return *llvm::find_if(groups, [&](const ScheduleGroup &group) {
    return llvm::is_contained(group.order, loop);
  });
}

ArrayRef<unsigned> Schedule::getOrder(unsigned loop) const {
  return getGroup(loop).order;
}

ArrayRef<unsigned> Schedule::getWrittenOrder(unsigned loop) const {
  const ScheduleGroup &group = getGroup(loop);
  return group.written.empty() ? group.order : group.written;
}

std::optional<unsigned> Schedule::getPlace(unsigned loop) const {
  while (std::optional<unsigned> place = loops[loop].place) {
    if (*place == loop)
      return std::nullopt;
    loop = *place;
  }
  return loop;
}

unsigned Schedule::getPosition(unsigned loop) const {
  ArrayRef<unsigned> order = getOrder(loop);
  return llvm::find(order, loop) - order.begin();
}

AffineExpr Schedule::getExpr(unsigned loop) const {
  NestOp nest = nests.front().accesses.getNest();
  return getAffineDimExpr(loop, nest.getContext());
}

std::optional<int64_t> Schedule::getSize(unsigned loop) const {
  int64_t largest = 0;
  for (AffineExpr size : loops[loop].sizes) {
    auto constant = dyn_cast<AffineConstantExpr>(size);
    if (!constant)
      return std::nullopt;
    largest = std::max(largest, constant.getValue());
  }
  return largest;
}

std::optional<int64_t> Schedule::getTripCount(unsigned loop) const {
  std::optional<int64_t> size = getSize(loop);
  if (!size)
    return std::nullopt;
  return llvm::divideCeil(*size, loops[loop].step);
}

AffineExpr Schedule::getLast(unsigned loop, AffineExpr size) const {
  int64_t step = loops[loop].step;
  return step == 1 ? size - 1 : (size - 1).floorDiv(step) * step;
}

bool Schedule::isMultipleOf(AffineExpr expr, int64_t factor) const {
  SmallVector<AffineExpr> values;
  for (unsigned loop = 0; loop < loops.size(); ++loop)
    values.push_back(getExpr(loop) * loops[loop].step);
  return simplifyAffineExpr(expr.replaceDims(values), loops.size(),
                            getNumSymbols())
      .isMultipleOf(factor);
}

/// As good as infinite.
static constexpr __int128 unbounded = __int128(1) << 62;

SmallVector<AffineRange> Schedule::getLoopRanges() const {
  SmallVector<AffineRange> ranges;
  for (unsigned loop = 0; loop < loops.size(); ++loop) {
    std::optional<int64_t> count = getTripCount(loop);
    ranges.push_back(
        {0, count ? std::max<__int128>(*count - 1, 0) * loops[loop].step
                  : unbounded});
  }
  return ranges;
}

SmallVector<AffineRange> Schedule::getSymbolRanges() const {
  SmallVector<AffineRange> ranges;
  for (unsigned symbol = 0; symbol < getNumSymbols(); ++symbol)
    ranges.push_back(
        {nests.front().accesses.isSize(symbol) ? 0 : -unbounded, unbounded});
  return ranges;
}

std::optional<int64_t> Schedule::getBlockSize(Value array,
                                              unsigned loop) const {
  return getBlockSize(array, loop, /*isOfGroup=*/false);
}

std::optional<int64_t> Schedule::getGroupBlockSize(Value array,
                                                   unsigned loop) const {
  return getBlockSize(array, loop, /*isOfGroup=*/true);
}

std::optional<int64_t> Schedule::getBlockSize(Value array, unsigned loop,
                                              bool isOfGroup) const {
  SmallVector<AffineRange> ranges = getLoopRanges();
  for (unsigned outer : getOrder(loop)) {
    if (outer == loop)
      break;
    if (!isOfGroup || !isWorkItem(loops[outer].execution))
      ranges[outer] = {0, 0};
  }
  SmallVector<AffineRange> symbols(getNumSymbols(), AffineRange{0, 0});
  auto type = cast<ArrayType>(array.getType());
  std::optional<int64_t> elements;
  for (const ScheduledNest &nest : nests) {
    if (!nest.isIn(loop))
      continue;
    for (const Access &access : nest.accesses.getAccesses()) {
      if (access.array != array)
        continue;
      __int128 size = 1;
      for (auto [dim, index] : llvm::enumerate(access.map.getResults())) {
        // What loops of the body reach is not looked into.
        std::optional<AffineRange> range;
        if (access.loops.empty())
          range =
              getAffineRange(index.replaceDims(nest.indices), ranges, symbols);
        __int128 extent = range ? range->high - range->low + 1 : unbounded;
        if (type.getShape()[dim] != ShapedType::kDynamic)
          extent = std::min<__int128>(extent, type.getShape()[dim]);
        size = std::min(size * extent, unbounded);
      }
      elements = std::max<int64_t>(elements.value_or(0), size);
    }
  }
  return elements;
}

bool Schedule::hasBarriers(unsigned fusing) const {
  ArrayRef<unsigned> order = getOrder(fusing);
  ArrayRef<unsigned> inside = order.drop_front(getPosition(fusing) + 1);
  return llvm::any_of(inside, [&](unsigned loop) {
    return isWorkItem(loops[loop].execution) && tellsApart(fusing, loop);
  });
}

bool Schedule::hasLastBarrier(unsigned fusing) const {
  if (!hasBarriers(fusing))
    return false;
  // The loop around the parts, unless that is a part itself.
  ArrayRef<unsigned> around = getOrder(fusing).take_front(getPosition(fusing));
  for (unsigned loop : llvm::reverse(around)) {
    bool isAround = llvm::any_of(nests, [&](const ScheduledNest &nest) {
      return nest.numbers.count(fusing) &&
             (nest.numbers.count(loop) || llvm::is_contained(nest.loops, loop));
    });
    if (isAround)
      return !loops[loop].isFusing && !isConcurrent(loops[loop].execution);
  }
  return false;
}
