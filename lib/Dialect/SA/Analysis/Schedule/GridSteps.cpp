// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The step that binds loops to a grid.

#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/Analysis/Schedule/LoopBounds.h"
#include "sa/Dialect/SA/Analysis/Schedule/Steps.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

/// How many work-items groups have on every device that is worth a plan.
static constexpr int64_t defaultMaxWorkItems = 1024;

/// Work-items wait for each other between the parts that `fusing` tells apart;
/// groups cannot.
LogicalResult StepInterpreter::checkStage(BindOp step, unsigned loop,
                                          unsigned fusing) const {
  // C5
  if (isWorkGroup(loops[loop].execution))
    return step.emitOpError()
           << "binds '" << loops[loop].name << "' to groups, inside of '"
           << loops[fusing].name
           << "', which tells fused nests apart: groups do not wait for each "
              "other between nests; bind a common loop of the nests to groups";
  bool isInGroup = false;
  for (unsigned outer : schedule.getOrder(loop)) {
    if (outer == fusing)
      break;
    if (!schedule.areTogether(outer, loop))
      continue;
    isInGroup |= isWorkGroup(loops[outer].execution);
    // C6
    if (isWorkItem(loops[outer].execution))
      return step.emitOpError()
             << "binds '" << loops[loop].name << "' to work-items, as '"
             << loops[outer].name << "' is, but '" << loops[fusing].name
             << "' between them tells fused nests apart: bind loops of each "
                "nest, all of them inside of '"
             << loops[fusing].name << "', or common ones, all outside of it";
  }
  // C5
  if (!isInGroup)
    return step.emitOpError()
           << "binds '" << loops[loop].name << "' to work-items, inside of '"
           << loops[fusing].name
           << "', which tells fused nests apart, but none of their common "
              "loops is bound to groups: fuse one loop more, and bind it to "
              "block_x";
  return success();
}

bool StepInterpreter::repeatsStages(unsigned outer, unsigned loop) const {
  if (isConcurrent(loops[outer].execution) || loops[outer].isFusing)
    return false;
  ArrayRef<unsigned> inside =
      schedule.getOrder(loop).drop_front(schedule.getPosition(outer) + 1);
  return llvm::any_of(
      inside.take_while([&](unsigned other) { return other != loop; }),
      [&](unsigned other) {
        return loops[other].isFusing && schedule.tellsApart(other, loop);
      });
}

LogicalResult StepInterpreter::hoist(BindOp step, unsigned loop,
                                     unsigned outer) {
  ScheduleGroup &group = getGroup(loop);
  auto *from = llvm::find(group.order, loop);
  auto *to = llvm::find(group.order, outer);
  for (unsigned crossed : llvm::make_range(to, from))
    if (loops[loop].outer == crossed)
      return step.emitOpError()
             << "cannot bind the loop '" << loops[loop].name << "': '"
             << loops[crossed].name
             << "', which it was split from, is not bound, and stands inside "
                "of "
                "the grid; bind that as well, or reorder the loops so that it "
                "is outside of all bound ones";
  auto *inside = std::find_if(from + 1, group.order.end(), [&](unsigned inner) {
    return !loops[inner].isFusing && schedule.areTogether(inner, loop);
  });
  loops[loop].place = inside == group.order.end() ? loop : *inside;
  if (group.written.empty())
    group.written = group.order;
  std::rotate(to, from, from + 1);
  for (ScheduledCache &cache : caches)
    for (unsigned *at : {&cache.loop, &cache.trigger}) {
      std::optional<unsigned> place = schedule.getPlace(*at);
      if (!place)
        return step.emitOpError()
               << "cannot bind the loop '" << loops[loop].name << "': '"
               << cache.op.getName() << "' is a copy of what a run of it "
               << "accesses inside of '" << loops[outer].name
               << "', and no other loop is left there; split '"
               << loops[outer].name << "'";
      *at = *place;
    }
  // C1
  return checkOrder(schedule, proofs, step, group, "bind");
}

LogicalResult StepInterpreter::placeInGrid(BindOp step, unsigned loop) {
  Execution execution = loops[loop].execution;
  bool isInGrid = false;
  std::optional<unsigned> first;
  // C1
  for (unsigned outer : schedule.getOrder(loop)) {
    if (outer == loop)
      break;
    if (loops[outer].isFusing ? !schedule.tellsApart(outer, loop)
                              : !schedule.areTogether(outer, loop))
      continue;
    if (loops[outer].isFusing) {
      if (failed(checkStage(step, loop, outer)))
        return failure();
      continue;
    }
    if (isWorkItem(execution) && repeatsStages(outer, loop))
      continue;
    bool isBound = isWorkGroup(loops[outer].execution) ||
                   isWorkItem(loops[outer].execution);
    if (isInGrid && !isBound && !first)
      first = outer;
    isInGrid |= isBound;
    if (isWorkGroup(execution) && isWorkItem(loops[outer].execution))
      return step.emitOpError()
             << "binds '" << loops[loop].name << "' to groups, but '"
             << loops[outer].name
             << "' outside of it to work-items: the loops of groups come first";
  }
  if (first && failed(hoist(step, loop, *first)))
    return failure();
  for (unsigned inner :
       schedule.getOrder(loop).drop_front(schedule.getPosition(loop) + 1))
    if (schedule.areTogether(inner, loop) &&
        (isWorkGroup(loops[inner].execution) ||
         isWorkItem(loops[inner].execution)))
      return step.emitOpError()
             << "binds '" << loops[loop].name << "' after '"
             << loops[inner].name << "' inside of it: bind outer loops first";
  return success();
}

/// The units of the groups or of the work-items, the fastest one first.
static ArrayRef<GridUnit> getUnitsLike(Execution execution) {
  static constexpr GridUnit groups[] = {GridUnit::BlockX, GridUnit::BlockY,
                                        GridUnit::BlockZ};
  static constexpr GridUnit items[] = {GridUnit::ThreadX, GridUnit::ThreadY,
                                       GridUnit::ThreadZ};
  return isWorkGroup(execution) ? ArrayRef(groups) : ArrayRef(items);
}

LogicalResult StepInterpreter::shareUnits(BindOp step, unsigned loop) {
  loops[loop].unit = step.getUnit();
  // C2
  ArrayRef<GridUnit> units = getUnitsLike(loops[loop].execution);
  // The loops of each unit, the fastest unit and the innermost loop first.
  SmallVector<unsigned> bound;
  bool isShared = false;
  for (GridUnit unit : units) {
    unsigned numBefore = bound.size();
    for (unsigned other : llvm::reverse(schedule.getOrder(loop)))
      if (loops[other].unit == unit &&
          (other == loop || schedule.areTogether(loop, other)))
        bound.push_back(other);
    isShared |= bound.size() > numBefore + 1;
  }
  if (step.getUnit() == GridUnit::Subgroup)
    for (unsigned other : schedule.getOrder(loop))
      if (other != loop && loops[other].unit == GridUnit::Subgroup &&
          schedule.areTogether(loop, other))
        return step.emitOpError()
               << "binds both '" << loops[other].name << "' and '"
               << loops[loop].name << "' to subgroup";
  if (bound.size() > units.size())
    return step.emitOpError()
           << "binds the loop '" << loops[loop].name << "' with "
           << bound.size() - 1 << " others to the "
           << (isWorkGroup(loops[loop].execution) ? "groups"
                                                  : "work-items of a group")
           << ", which have three dimensions; bind fewer loops";
  // Loops that share a unit change one after the other, as dimensions do.
  if (isShared)
    for (auto [unit, other] : llvm::zip(units, bound))
      loops[other].execution = getExecution(unit);
  return success();
}

LogicalResult StepInterpreter::takeBind(BindOp step) {
  unsigned loop = schedule.getLoop(step.getLoop());
  Execution execution = getExecution(step.getUnit());
  if (failed(setExecution(step, loop, execution, "bind")))
    return failure();
  if (failed(placeInGrid(step, loop)) || failed(shareUnits(step, loop)))
    return failure();
  // C3
  if (isWorkItem(execution)) {
    FailureOr<int64_t> count = getKnownTripCount(step, loop, "bind");
    if (failed(count))
      return failure();
    auto limit =
        step->getParentOp()->getAttrOfType<IntegerAttr>(maxWorkItemsAttrName);
    int64_t most = limit ? limit.getInt() : defaultMaxWorkItems;
    if (*count > most)
      return step.emitOpError()
             << "binds the loop '" << loops[loop].name << "' with " << *count
             << " iterations to the work-items of a group, of which there are "
                "at most "
             << most << "; split it"
             << (limit ? "" : ", or make the plan for a target that has more");
  }
  // C4
  if (failed(checkIndependent(schedule, proofs, step, loop,
                              /*takesReductions=*/false, "bind")))
    return failure();
  // C7
  if (proofs == Proofs::None || !isWorkGroup(execution))
    return success();
  std::optional<unsigned> outer = findLoopOfStart(schedule, loop);
  if (!outer)
    return success();
  return step.emitError()
         << "the loop '" << loops[loop].name
         << "' cannot be bound to groups: where it begins and ends depends on "
            "the loop '"
         << loops[*outer].name
         << "' around it; bind it to work-items, or run it in order";
}
