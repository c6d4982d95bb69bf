// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The step that wants a copy of what loops touch of an array.

#include "sa/Dialect/SA/Analysis/Schedule.h"

using namespace mlir;
using namespace sa;

/// As good as infinite.
static constexpr __int128 unboundedSize = __int128(1) << 62;

/// The array that a cache is a copy of, through other caches.
static Value getRoot(Value source) {
  while (auto cache = source.getDefiningOp<CacheOp>())
    source = cache.getSource();
  return source;
}

std::optional<int64_t> Schedule::getBlockSize(Value array,
                                              unsigned loop) const {
  SmallVector<AffineRange> ranges = getLoopRanges();
  for (unsigned outer : getOrder(loop)) {
    if (outer == loop)
      break;
    ranges[outer] = {0, 0};
  }
  SmallVector<AffineRange> symbols(getNumSymbols(), AffineRange{0, 0});
  auto type = cast<ArrayType>(array.getType());
  std::optional<int64_t> elements;
  for (const ScheduledNest &nest : nests) {
    if (!llvm::is_contained(nest.loops, loop))
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
        __int128 extent = range ? range->high - range->low + 1 : unboundedSize;
        if (type.getShape()[dim] != ShapedType::kDynamic)
          extent = std::min<__int128>(extent, type.getShape()[dim]);
        size = std::min(size * extent, unboundedSize);
      }
      elements = std::max<int64_t>(elements.value_or(0), size);
    }
  }
  return elements;
}

LogicalResult Schedule::applyCache(CacheOp step) {
  isPlanning = true;
  Value root = getRoot(step.getSource());
  auto parent = step.getSource().getDefiningOp<CacheOp>();
  std::string array = getArrayName(root);
  // C1
  SmallVector<unsigned> order;
  for (const Group &group : groups)
    if (llvm::any_of(group.nests, [&](unsigned nest) {
          return llvm::any_of(
              nests[nest].accesses.getAccesses(),
              [&](const Access &access) { return access.array == root; });
        }))
      order = group.order;
  if (order.empty())
    return step.emitOpError() << "is of '" << array
                              << "', which the nests of this plan do not "
                                 "use";
  unsigned loop;
  if (step.getLoop()) {
    loop = getLoop(step.getLoop());
    if (failed(checkLoop(step, loop, "cache at")))
      return failure();
    if (!getBlockSize(root, loop))
      return step.emitOpError()
             << "is of '" << array << "', which nothing in the loop '"
             << loops[loop].name << "' touches";
  } else {
    auto *found = llvm::find_if(order, [&](unsigned candidate) {
      std::optional<int64_t> elements = getBlockSize(root, candidate);
      return elements &&
             *elements <= static_cast<int64_t>(*step.getMaxElements());
    });
    if (found == order.end())
      return step.emitOpError()
             << "is of '" << array << "', of which even the innermost loop "
             << "touches more than " << *step.getMaxElements() << " elements";
    loop = *found;
  }
  if (loops[loop].isFusing)
    return step.emitOpError()
           << "is at '" << loops[loop].name
           << "', which tells fused nests apart and has no iterations";
  // C2
  unsigned trigger = step.getTrigger() ? getLoop(step.getTrigger()) : loop;
  if (failed(checkLoop(step, trigger, "trigger a cache at")))
    return failure();
  if (!llvm::is_contained(getOrder(loop), trigger) ||
      getPosition(trigger) > getPosition(loop) || loops[trigger].isFusing)
    return step.emitOpError()
           << "of '" << array << "' is at '" << loops[loop].name
           << "' and filled before '" << loops[trigger].name
           << "': that has to be the same loop or one outside of it";
  if (!areTogether(loop, trigger))
    return step.emitOpError()
           << "of '" << array << "' is at '" << loops[loop].name
           << "' and filled before '" << loops[trigger].name
           << "', which is a loop of another nest";
  if (parent) {
    const ScheduledCache *outer =
        llvm::find_if(caches, [&](const ScheduledCache &cache) {
          return cache.op == parent;
        });
    if (getPosition(trigger) <= getPosition(outer->loop))
      return step.emitOpError()
             << "is a copy of '" << parent.getName()
             << "' and has to lie inside of it: at a loop inside of '"
             << loops[outer->loop].name << "'";
  }
  for (ScheduledCache other : caches)
    if (other.op.getName() == step.getName())
      return step.emitOpError() << "is named '" << step.getName()
                                << "', as another one is named already";
  // C6
  if (step.getElementType()) {
    Type type = *step.getElementType();
    if (!isElementType(type))
      return step.emitOpError() << "holds elements of the type " << type
                                << ", which is no element type";
    if (isa<ComplexType>(type) !=
        isa<ComplexType>(cast<ArrayType>(root.getType()).getElementType()))
      return step.emitOpError()
             << "of '" << array << "' holds " << type << " for "
             << cast<ArrayType>(root.getType()).getElementType()
             << ": both or none have to be complex";
  }
  caches.push_back({step, loop, trigger});
  return checkCachesInVectors(step);
}

LogicalResult Schedule::checkCachesInVectors(Operation *step) const {
  for (const ScheduledCache &cache : caches)
    for (unsigned loop : getOrder(cache.trigger)) {
      if (loop == cache.trigger)
        break;
      if (loops[loop].run == "vectorize") {
        CacheOp op = cache.op;
        return step->emitOpError()
               << "makes vectors of the loop '" << loops[loop].name
               << "', in which the cache '" << op.getName()
               << "' is filled at '" << loops[cache.trigger].name
               << "': the lanes would share one copy; cache at a loop outside "
                  "of it";
      }
    }
  return success();
}
