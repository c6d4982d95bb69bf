// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the iterations of parallel loops can accumulate into one array.

#include "sa/Dialect/SA/Analysis/Loops/Reductions.h"
#include "sa/Dialect/SA/Analysis/Schedule/Legality.h"

using namespace mlir;
using namespace sa;

/// The same for one loop and one array.
static LogicalResult checkReduction(const Schedule &schedule, Operation *step,
                                    unsigned loop, StringRef array) {
  ArrayRef<ScheduleLoop> loops = schedule.getLoops();
  // 1. The kernel: the outermost parallel loop around the loop. Loops in one
  //    that has partial results of the array add to these.
  unsigned kernel = loop;
  for (unsigned outer : schedule.getOrder(loop)) {
    if (outer == loop)
      break;
    if (loops[outer].execution != Execution::Parallel ||
        !schedule.areTogether(outer, loop))
      continue;
    if (llvm::is_contained(loops[outer].reductions, array))
      return success();
    if (kernel == loop)
      kernel = outer;
  }

  // 2. What the loop accumulates.
  auto forEachAccess = [&](unsigned around,
                           function_ref<void(const Access &)> visit) {
    for (const ScheduledNest &nest : schedule.getNests())
      if (llvm::is_contained(nest.loops, around))
        for (const Access &access : nest.accesses.getAccesses())
          if (getArrayName(access.array) == array)
            visit(access);
  };
  ArrayType type;
  SmallVector<AccumulateKind> kinds;
  Operation *last = nullptr;
  forEachAccess(loop, [&](const Access &access) {
    auto op = dyn_cast<AccumulateOp>(access.op);
    if (!op || llvm::is_contained(kinds, op.getKind()))
      return;
    type = cast<ArrayType>(op.getArray().getType());
    kinds.push_back(op.getKind());
    last = op;
  });
  if (!canHavePartialResults(type, kinds)) {
    InFlightDiagnostic error = step->emitError();
    explainNoPartialResults(error, loops[loop].name, array);
    return error;
  }

  // 3. Nothing else in the kernel sees the array. A cache holds the partial
  //    results of one kind.
  Operation *other = nullptr;
  forEachAccess(kernel, [&](const Access &access) {
    auto op = dyn_cast<AccumulateOp>(access.op);
    if (!op || !llvm::is_contained(kinds, op.getKind()))
      other = access.op;
  });
  if (kinds.size() > 1 &&
      llvm::any_of(schedule.getCaches(), [&](const ScheduledCache &cache) {
        CacheOp op = cache.op;
        return op.getSource() == cast<AccumulateOp>(last).getArray();
      }))
    other = last;
  if (other) {
    InFlightDiagnostic error = step->emitError();
    explainOtherAccess(error, loops[loop].name, array, other->getLoc());
    return error;
  }

  // 4. The partial results of the loop and of those inside of it can be
  //    addressed.
  SmallVector<unsigned> chain;
  for (unsigned inner :
       schedule.getOrder(loop).drop_front(schedule.getPosition(loop)))
    if (!loops[inner].reductions.empty() &&
        (inner == loop || schedule.areTogether(inner, loop)))
      chain.push_back(inner);
  int64_t budget = std::min(
      loops[loop].maxThreads.value_or(defaultReductionParts), mostThreads);
  int64_t numParts = 1;
  for (auto [position, inner] : llvm::enumerate(chain))
    numParts *= takeReductionParts(budget, schedule.getTripCount(inner),
                                   chain.size() - position - 1);
  if (canBeAddressed(numParts, type))
    return success();
  InFlightDiagnostic error = step->emitError();
  explainTooLarge(error, loops[loop].name, array, numParts);
  return error;
}

LogicalResult sa::checkReductions(const Schedule &schedule, Proofs proofs,
                                  Operation *step) {
  if (proofs == Proofs::None)
    return success();
  for (auto [loop, scheduled] : llvm::enumerate(schedule.getLoops()))
    for (StringRef array : scheduled.reductions)
      if (failed(checkReduction(schedule, step, loop, array)))
        return failure();
  return success();
}
