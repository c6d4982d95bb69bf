// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps about memory: caches, prefetches and stores past caches.

#include "sa/Dialect/SA/Analysis/Schedule/Steps.h"

using namespace mlir;
using namespace sa;

/// The array that a cache is a copy of, through other caches.
static Value getRoot(Value source) {
  while (auto cache = source.getDefiningOp<CacheOp>())
    source = cache.getSource();
  return source;
}

LogicalResult StepInterpreter::takeCache(CacheOp step) {
  isPlanning = true;
  Value root = getRoot(step.getSource());
  auto parent = step.getSource().getDefiningOp<CacheOp>();
  std::string array = getArrayName(root);
  // C1
  SmallVector<unsigned> order;
  for (const ScheduleGroup &group : groups)
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
    loop = schedule.getLoop(step.getLoop());
    if (failed(checkLoop(step, loop, "cache at")))
      return failure();
    if (!schedule.getBlockSize(root, loop))
      return step.emitOpError()
             << "is of '" << array << "', which nothing in the loop '"
             << loops[loop].name << "' accesses";
  } else {
    auto *found = llvm::find_if(order, [&](unsigned candidate) {
      if (loops[candidate].isFusing)
        return false;
      std::optional<int64_t> elements = schedule.getBlockSize(root, candidate);
      return elements &&
             *elements <= static_cast<int64_t>(*step.getMaxElements());
    });
    if (found == order.end())
      return step.emitOpError()
             << "is of '" << array << "', of which even the innermost loop "
             << "accesses more than " << *step.getMaxElements() << " elements";
    loop = *found;
  }
  unsigned trigger =
      step.getTrigger() ? schedule.getLoop(step.getTrigger()) : loop;
  for (unsigned *at : {&loop, &trigger}) {
    std::optional<unsigned> place = schedule.getPlace(*at);
    if (!place)
      return step.emitOpError()
             << "of '" << array << "' is at the loop '" << loops[*at].name
             << "', which is bound to the grid and runs outside of the loops "
                "that were around it, and no other loop is left there: split "
                "the innermost loop, and cache at its inner part";
    *at = *place;
  }
  // C2
  if (failed(checkLoop(step, trigger, "trigger a cache at")))
    return failure();
  if (!llvm::is_contained(schedule.getOrder(loop), trigger) ||
      schedule.getPosition(trigger) > schedule.getPosition(loop))
    return step.emitOpError()
           << "of '" << array << "' is at '" << loops[loop].name
           << "' and filled before '" << loops[trigger].name
           << "': that has to be the same loop or one outside of it";
  if (llvm::none_of(nests, [&](const ScheduledNest &nest) {
        return nest.isIn(loop) && nest.isIn(trigger);
      }))
    return step.emitOpError()
           << "of '" << array << "' is at '" << loops[loop].name
           << "' and filled before '" << loops[trigger].name
           << "', which is a loop of another nest";
  if (parent) {
    const ScheduledCache *outer =
        llvm::find_if(caches, [&](const ScheduledCache &cache) {
          return cache.op == parent;
        });
    // The copy may be filled as soon as the one that it is of.
    if (schedule.getPosition(trigger) < schedule.getPosition(outer->loop) ||
        schedule.getPosition(loop) <= schedule.getPosition(outer->loop))
      return step.emitOpError()
             << "is a cache of '" << parent.getName()
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
  if (failed(checkCachesInVectors(schedule, step)))
    return failure();
  return checkReductions(schedule, proofs, step);
}

LogicalResult StepInterpreter::takePrefetch(PrefetchOp step) {
  unsigned loop = schedule.getLoop(step.getLoop());
  isPlanning = true;
  if (failed(checkLoop(step, loop, "prefetch at")))
    return failure();
  // C2
  bool isRead = llvm::any_of(nests, [&](const ScheduledNest &nest) {
    return llvm::is_contained(nest.loops, loop) &&
           llvm::any_of(nest.accesses.getAccesses(), [&](const Access &access) {
             return access.array == step.getArray() && access.reads();
           });
  });
  if (!isRead)
    return step.emitOpError()
           << "asks for elements of '" << getArrayName(step.getArray())
           << "', which nothing in the loop '" << loops[loop].name << "' reads";
  schedule.prefetches.push_back({step, loop});
  return success();
}

LogicalResult StepInterpreter::takeNontemporal(NontemporalOp step) {
  isPlanning = true;
  // C1. An accumulation reads what it writes: its elements are in the caches.
  bool isStored = llvm::any_of(nests, [&](const ScheduledNest &nest) {
    return llvm::any_of(nest.accesses.getAccesses(), [&](const Access &access) {
      return access.array == step.getArray() && isa<StoreOp>(access.op);
    });
  });
  if (!isStored)
    return step.emitOpError() << "is about '" << getArrayName(step.getArray())
                              << "', which the nests do not store to";
  return success();
}
