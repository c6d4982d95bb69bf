// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps that change which loops there are, and their order.

#include "sa/Dialect/SA/Analysis/Schedule/Steps.h"

#include "sa/Dialect/SA/IR/LargestSize.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;

FailureOr<Schedule> sa::interpretPlan(PlanOp plan, Proofs proofs) {
  Schedule schedule;
  StepInterpreter interpreter(schedule, proofs);
  for (Operation &step : plan.getBody().front())
    if (failed(interpreter.take(&step)))
      return failure();
  if (schedule.getGroups().size() != 1)
    return plan.emitOpError()
           << "is about nests that are not fused: give each a plan of its own";
  return schedule;
}

LogicalResult StepInterpreter::take(Operation *step) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(step)
      .Case([&](LoopsOp op) { return takeLoops(op); })
      .Case([&](SplitOp op) { return takeSplit(op); })
      .Case([&](ReorderOp op) { return takeReorder(op); })
      .Case([&](PadOp op) { return takePad(op); })
      .Case([&](SkewOp op) { return takeSkew(op); })
      .Case([&](FuseOp op) { return takeFuse(op); })
      .Case([&](UnrollOp op) { return takeUnroll(op); })
      .Case([&](VectorizeOp op) { return takeVectorize(op); })
      .Case([&](ParallelizeOp op) { return takeParallelize(op); })
      .Case([&](BindOp op) { return takeBind(op); })
      .Case([&](TensorizeOp op) { return takeTensorize(op); })
      .Case([&](PrefetchOp op) { return takePrefetch(op); })
      .Case([&](NontemporalOp op) { return takeNontemporal(op); })
      .Case([&](CacheOp op) { return takeCache(op); })
      .Default([](Operation *op) {
        return op->emitOpError() << "is not a step of a plan";
      });
}

ScheduleGroup &StepInterpreter::getGroup(unsigned loop) {
  return const_cast<ScheduleGroup &>(schedule.getGroup(loop));
}

LogicalResult StepInterpreter::checkLoop(Operation *step, unsigned loop,
                                         StringRef verb) const {
  if (schedule.isThere(loop))
    return success();
  return step->emitOpError()
         << "cannot " << verb << " the loop '" << loops[loop].name
         << "': it has become part of a fused schedule, whose loops are what "
            "'fuse' gave";
}

LogicalResult StepInterpreter::checkIsScheduling(Operation *step) const {
  if (!isPlanning)
    return success();
  return step->emitOpError()
         << "changes the loops after a step that says how they run: do this "
            "first";
}

unsigned StepInterpreter::addLoop(ScheduleLoop loop, Value value) {
  loops.push_back(std::move(loop));
  schedule.loopOf[value] = loops.size() - 1;
  return loops.size() - 1;
}

bool StepInterpreter::isNameTaken(StringRef name) const {
  return llvm::any_of(groups, [&](const ScheduleGroup &group) {
    return llvm::any_of(
        group.order, [&](unsigned loop) { return loops[loop].name == name; });
  });
}

void StepInterpreter::substitute(unsigned loop, AffineExpr expr) {
  AffineExpr old = schedule.getExpr(loop);
  for (ScheduledNest &nest : nests) {
    for (AffineExpr &index : nest.indices)
      index = index.replace(old, expr);
    for (AffineExpr &constraint :
         llvm::concat<AffineExpr>(nest.constraints, nest.shiftedBounds))
      constraint = constraint.replace(old, expr);
  }
}

void StepInterpreter::countIterations(unsigned loop) {
  int64_t step = loops[loop].step;
  substitute(loop, schedule.getExpr(loop) * step);
  for (AffineExpr &size : loops[loop].sizes)
    size = (size - 1).floorDiv(step) + 1;
  loops[loop].step = 1;
}

LogicalResult StepInterpreter::takeLoops(LoopsOp step) {
  if (failed(checkIsScheduling(step)))
    return failure();
  NestOp nest;
  for (NestOp candidate : step->getParentOp()->getBlock()->getOps<NestOp>())
    if (candidate.getNameAttr() == step.getNestAttr())
      nest = candidate;
  if (nest.getSegmented())
    return step.emitOpError() << "is about a nest with segments, which cannot "
                                 "be planned";
  FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
  if (failed(accesses))
    return failure();

  // One order of the symbols for all the nests. That of the first one only
  // grows at its end, so expressions that were made before stay as they are;
  // what the new nest adds to it reaches the others in the second round.
  nests.emplace_back(std::move(*accesses));
  for (unsigned round = 0; round < 2; ++round)
    for (ScheduledNest &other : MutableArrayRef(nests).drop_front())
      nests.front().accesses.unifySymbols(other.accesses);
  ScheduledNest &added = nests.back();

  ScheduleGroup group;
  group.nests.push_back(nests.size() - 1);
  for (auto [position, size, value] :
       llvm::enumerate(added.accesses.getSizes(), step.getLoops())) {
    std::string name = nest.getIndexName(position).str();
    // Loops of different nests may be named alike until they are fused.
    while (isNameTaken(name))
      name += "_" + step.getNest().str();
    ScheduleLoop loop;
    loop.name = name;
    loop.sizes.push_back(size);
    unsigned number = addLoop(std::move(loop), value);
    group.order.push_back(number);
    added.loops.push_back(number);
    added.indices.push_back(schedule.getExpr(number));
  }
  SmallVector<AffineExpr> toLoops(added.indices);
  for (AffineExpr constraint : added.accesses.getConstraints())
    added.constraints.push_back(constraint.replaceDims(toLoops));
  groups.push_back(std::move(group));
  return success();
}

LogicalResult StepInterpreter::takeSplit(SplitOp step) {
  unsigned outer = schedule.getLoop(step.getLoop());
  if (failed(checkIsScheduling(step)) ||
      failed(checkLoop(step, outer, "split")))
    return failure();
  if (loops[outer].isFusing)
    return step.emitOpError() << "cannot split '" << loops[outer].name
                              << "', which tells fused nests apart and has no "
                                 "iterations of its own";
  if (isNameTaken(step.getName()))
    return step.emitOpError() << "names the new loop '" << step.getName()
                              << "', as another loop is named already";
  int64_t innerSize;
  if (llvm::MulOverflow<int64_t>(loops[outer].step, step.getSize(),
                                 innerSize) ||
      innerSize > largestSize)
    return step.emitOpError() << "splits '" << loops[outer].name
                              << "' into tiles that are too large to count";

  ScheduleLoop inner;
  inner.name = step.getName().str();
  inner.sizes.push_back(getAffineConstantExpr(innerSize, step->getContext()));
  inner.step = loops[outer].step;
  inner.outer = outer;
  unsigned number = addLoop(std::move(inner), step.getInner());
  loops[outer].step = innerSize;

  // What the loop's own bounds said is a constraint on the sum now.
  AffineExpr sum = schedule.getExpr(outer) + schedule.getExpr(number);
  substitute(outer, sum);
  for (ScheduledNest &nest : nests) {
    if (!llvm::is_contained(nest.loops, outer))
      continue;
    nest.loops.push_back(number);
    // Nests of different sizes have constraints of their own already.
    if (loops[outer].sizes.size() == 1)
      nest.constraints.push_back(loops[outer].sizes.front() - 1 - sum);
  }
  ScheduleGroup &group = getGroup(outer);
  group.order.insert(llvm::find(group.order, outer) + 1, number);
  return success();
}

LogicalResult StepInterpreter::takeReorder(ReorderOp step) {
  if (failed(checkIsScheduling(step)))
    return failure();
  if (step.getLoops().empty())
    return success();
  SmallVector<unsigned> wanted;
  for (Value value : step.getLoops()) {
    unsigned loop = schedule.getLoop(value);
    if (failed(checkLoop(step, loop, "reorder")))
      return failure();
    // C1
    if (llvm::is_contained(wanted, loop))
      return step.emitOpError()
             << "names the loop '" << loops[loop].name << "' twice";
    if (&getGroup(loop) != &getGroup(schedule.getLoop(step.getLoops().front())))
      return step.emitOpError()
             << "names the loops '" << loops[wanted.front()].name << "' and '"
             << loops[loop].name << "' of different schedules: fuse them first";
    wanted.push_back(loop);
  }

  // The loops take the places that they have together.
  ScheduleGroup &group = getGroup(wanted.front());
  auto *next = wanted.begin();
  for (unsigned &loop : group.order)
    if (llvm::is_contained(wanted, loop))
      loop = *next++;

  // C2
  auto isBefore = [&](unsigned first, unsigned second) {
    return llvm::find(group.order, first) < llvm::find(group.order, second);
  };
  for (unsigned loop : group.order) {
    if (loops[loop].outer && isBefore(loop, *loops[loop].outer))
      return step.emitOpError()
             << "puts the loop '" << loops[loop].name << "' before '"
             << loops[*loops[loop].outer].name
             << "', which it was split from: an inner loop comes after its "
                "outer one";
    for (unsigned fusing : group.order) {
      if (!loops[fusing].isFusing || loop == fusing)
        continue;
      // A loop that not all the nests of the fusing loop have comes after it.
      bool isCommon = llvm::all_of(group.nests, [&](unsigned nest) {
        return !nests[nest].numbers.count(fusing) ||
               llvm::is_contained(nests[nest].loops, loop) ||
               nests[nest].numbers.count(loop);
      });
      bool isOfSome = llvm::any_of(group.nests, [&](unsigned nest) {
        return nests[nest].numbers.count(fusing) &&
               (llvm::is_contained(nests[nest].loops, loop) ||
                nests[nest].numbers.count(loop));
      });
      if (isOfSome && !isCommon && isBefore(loop, fusing))
        return step.emitOpError()
               << "puts the loop '" << loops[loop].name
               << "', which is not one of all the fused nests, before '"
               << loops[fusing].name << "', which tells them apart";
    }
  }
  // C3
  if (step.getUnsafe())
    return success();
  return checkOrder(schedule, proofs, step, group, "reorder");
}

LogicalResult StepInterpreter::takePad(PadOp step) {
  unsigned loop = schedule.getLoop(step.getLoop());
  if (failed(checkIsScheduling(step)) || failed(checkLoop(step, loop, "pad")))
    return failure();
  // C2
  if (loops[loop].isFusing)
    return step.emitOpError() << "cannot pad the loop '" << loops[loop].name
                              << "', which tells fused nests apart";
  // C3: an iteration of an outer loop is a tile.
  int64_t size = step.getSize();
  if (size > (int64_t(1) << 48) / loops[loop].step)
    return step.emitOpError()
           << "pads the loop '" << loops[loop].name << "' by " << size
           << " tiles of " << loops[loop].step
           << " iterations, which are more than 2^48";
  size *= loops[loop].step;
  AffineExpr shifted = schedule.getExpr(loop) - size;
  substitute(loop, shifted);
  for (AffineExpr &oldSize : loops[loop].sizes)
    oldSize = oldSize + size;
  for (ScheduledNest &nest : nests)
    if (size != 0 && llvm::is_contained(nest.loops, loop))
      nest.addShiftedBound(shifted);
  return success();
}

LogicalResult StepInterpreter::takeSkew(SkewOp step) {
  unsigned loop = schedule.getLoop(step.getLoop());
  unsigned reference = schedule.getLoop(step.getReference());
  if (failed(checkIsScheduling(step)) ||
      failed(checkLoop(step, loop, "skew")) ||
      failed(checkLoop(step, reference, "skew by")))
    return failure();
  // C1
  if (loop == reference)
    return step.emitOpError()
           << "skews the loop '" << loops[loop].name << "' by itself";
  if (&getGroup(loop) != &getGroup(reference))
    return step.emitOpError()
           << "names loops of different schedules, '" << loops[loop].name
           << "' and '" << loops[reference].name << "': fuse them first";
  // C2
  for (unsigned number : {loop, reference})
    if (loops[number].isFusing)
      return step.emitOpError()
             << "cannot skew with '" << loops[number].name
             << "', which tells fused nests apart and has no iterations of its "
                "own";
  for (const ScheduledNest &nest : nests)
    if (llvm::is_contained(nest.loops, loop) &&
        !llvm::is_contained(nest.loops, reference))
      return step.emitOpError()
             << "cannot skew the loop '" << loops[loop].name << "' by '"
             << loops[reference].name << "', which is not a loop of all its "
             << "nests: take one of those that are";

  // Diagonals are counted in iterations: with the next iteration of the
  // reference the sum is one iteration of the loop further.
  if (loops[loop].step % loops[reference].step != 0)
    countIterations(reference);
  int64_t factor = loops[loop].step / loops[reference].step;
  // A size that is open is less than this, as is what can be addressed.
  constexpr int64_t largestOpen = int64_t(1) << 40;
  __int128 largest =
      __int128(factor) * schedule.getSize(reference).value_or(largestOpen) +
      schedule.getSize(loop).value_or(largestOpen);
  if (largest > __int128(1) << 62)
    return step.emitOpError()
           << "skews '" << loops[loop].name << "' by '" << loops[reference].name
           << "' to sums that are too large to count";
  AffineExpr original =
      schedule.getExpr(loop) - factor * schedule.getExpr(reference);
  substitute(loop, original);
  for (ScheduledNest &nest : nests) {
    if (!llvm::is_contained(nest.loops, loop))
      continue;
    nest.addShiftedBound(original);
    // Nests of different sizes have constraints of their own already.
    if (loops[loop].sizes.size() == 1)
      nest.addShiftedBound(schedule.getLast(loop, loops[loop].sizes.front()) -
                           original);
  }
  SmallVector<AffineExpr, 1> sizes;
  for (AffineExpr size : loops[loop].sizes)
    for (AffineExpr other : loops[reference].sizes) {
      AffineExpr last = schedule.getLast(loop, size) +
                        factor * schedule.getLast(reference, other);
      if (!llvm::is_contained(sizes, last + loops[loop].step))
        sizes.push_back(last + loops[loop].step);
    }
  loops[loop].sizes = std::move(sizes);
  // C3
  return checkOrder(schedule, proofs, step, getGroup(loop), "skew");
}

LogicalResult StepInterpreter::takeFuse(FuseOp step) {
  if (failed(checkIsScheduling(step)))
    return failure();
  // C1
  SmallVector<unsigned> parts;
  for (Value value : step.getSchedules()) {
    unsigned loop = schedule.getLoop(value);
    if (failed(checkLoop(step, loop, "fuse")))
      return failure();
    unsigned part = &getGroup(loop) - groups.data();
    if (llvm::is_contained(parts, part))
      return step.emitOpError()
             << "fuses a schedule with itself: '" << loops[loop].name
             << "' is a loop of one that was named before";
    parts.push_back(part);
  }
  unsigned partial = step.getPartial();
  for (unsigned part : parts) {
    // C2
    ArrayRef<unsigned> order = groups[part].order;
    if (order.size() < partial)
      return step.emitOpError()
             << "fuses " << partial << " loops, but one of the schedules has "
             << order.size();
    for (unsigned position = 0; position < partial; ++position) {
      const ScheduleLoop &loop = loops[order[position]];
      const ScheduleLoop &first = loops[groups[parts.front()].order[position]];
      // C3
      if (loop.isFusing)
        return step.emitOpError()
               << "cannot fuse the loop '" << loop.name
               << "', which tells the nests of a fused schedule apart";
      if (loop.step != first.step)
        return step.emitOpError()
               << "cannot make one loop of '" << first.name << "' with step "
               << first.step << " and '" << loop.name << "' with step "
               << loop.step << ": split after fusing";
    }
  }

  // 1. The common loops.
  ScheduleGroup fused;
  SmallVector<unsigned> gone;
  for (unsigned position = 0; position < partial; ++position) {
    ScheduleLoop common;
    common.name = cast<StringAttr>(step.getNames()[position]).getValue().str();
    unsigned first = groups[parts.front()].order[position];
    common.step = loops[first].step;
    // Splits go on: the outer loop of a common loop is a common loop.
    if (loops[first].outer)
      for (unsigned earlier = 0; earlier < position; ++earlier)
        if (groups[parts.front()].order[earlier] == *loops[first].outer)
          common.outer = fused.order[earlier];
    for (unsigned part : parts)
      for (AffineExpr size : loops[groups[part].order[position]].sizes)
        if (!llvm::is_contained(common.sizes, size))
          common.sizes.push_back(size);
    unsigned number = addLoop(std::move(common), step.getLoops()[position]);
    fused.order.push_back(number);
    for (unsigned part : parts) {
      unsigned old = groups[part].order[position];
      gone.push_back(old);
      substitute(old, schedule.getExpr(number));
      for (unsigned nest : groups[part].nests) {
        llvm::replace(nests[nest].loops, old, number);
        if (loops[number].sizes.size() > 1 && loops[old].sizes.size() == 1)
          nests[nest].constraints.push_back(loops[old].sizes.front() - 1 -
                                            schedule.getExpr(number));
      }
      for (ScheduleLoop &inner : loops)
        if (inner.outer == old)
          inner.outer = number;
    }
  }

  // 2. The loop that tells the nests apart, and the rest.
  ScheduleLoop fusing;
  fusing.name = cast<StringAttr>(step.getNames()[partial]).getValue().str();
  fusing.isFusing = true;
  unsigned number = addLoop(std::move(fusing), step.getLoops()[partial]);
  fused.order.push_back(number);
  for (auto [value, part] : llvm::enumerate(parts)) {
    for (unsigned nest : groups[part].nests) {
      nests[nest].numbers[number] = value;
      fused.nests.push_back(nest);
    }
    llvm::append_range(fused.order,
                       ArrayRef(groups[part].order).drop_front(partial));
  }
  llvm::sort(fused.nests);
  llvm::sort(parts, std::greater<>());
  for (unsigned part : parts)
    groups.erase(groups.begin() + part);
  for (unsigned position = 0; position <= partial; ++position)
    if (isNameTaken(loops[fused.order[position]].name) ||
        llvm::count_if(fused.order, [&](unsigned loop) {
          return loops[loop].name == loops[fused.order[position]].name;
        }) > 1)
      return step.emitOpError()
             << "names a loop '" << loops[fused.order[position]].name
             << "', as another loop is named already";
  groups.push_back(std::move(fused));
  // C5
  if (step.getUnsafe())
    return success();
  return checkOrder(schedule, proofs, step, groups.back(), "fuse");
}
