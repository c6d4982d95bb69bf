// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps that say how loops run.

#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/Analysis/Loops/UnrollLimits.h"
#include "sa/Dialect/SA/Analysis/Schedule/LoopBounds.h"
#include "sa/Dialect/SA/Analysis/Schedule/Steps.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

/// What a loop that runs like this is called.
static StringRef describeExecution(Execution execution) {
  switch (execution) {
  case Execution::Sequential:
    return "sequential";
  case Execution::Parallel:
    return "parallel";
  case Execution::Unroll:
    return "unrolled";
  case Execution::Vectorize:
    return "vectorized";
  default:
    return "bound to the grid";
  }
}

LogicalResult StepInterpreter::setExecution(Operation *step, unsigned loop,
                                            Execution execution,
                                            StringRef verb) {
  isPlanning = true;
  if (failed(checkLoop(step, loop, verb)))
    return failure();
  if (loops[loop].isFusing)
    return step->emitOpError()
           << "cannot " << verb << " '" << loops[loop].name
           << "', which tells fused nests apart and has no iterations";
  if (loops[loop].execution != Execution::Sequential)
    return step->emitOpError()
           << "cannot " << verb << " the loop '" << loops[loop].name
           << "', which is " << describeExecution(loops[loop].execution)
           << " already";
  bool isInside = false;
  SmallVector<unsigned> rows;
  for (unsigned other : schedule.getOrder(loop)) {
    if (other == loop) {
      isInside = true;
      continue;
    }
    // Only loops around the same nests matter.
    if (!schedule.areTogether(loop, other))
      continue;
    Execution otherExecution = loops[other].execution;
    Execution outerExecution = isInside ? execution : otherExecution;
    Execution innerExecution = isInside ? otherExecution : execution;
    unsigned outer = isInside ? loop : other, inner = isInside ? other : loop;
    if (outerExecution == Execution::Vectorize && isConcurrent(innerExecution))
      return step->emitOpError()
             << "cannot " << verb << " the loop '" << loops[loop].name << "': '"
             << loops[outer].name << "' is vectorized, and '"
             << loops[inner].name
             << "' inside of it would run in parallel; put it outside";
    // Vectors have one dimension: the outer loop has the rows of a block of
    // them.
    if (outerExecution == Execution::Vectorize &&
        innerExecution == Execution::Vectorize && isa<VectorizeOp>(step)) {
      rows.push_back(outer);
      continue;
    }
    if (outerExecution == Execution::Vectorize &&
        innerExecution == Execution::Vectorize)
      return step->emitOpError()
             << "cannot " << verb << " the loop '" << loops[loop].name << "': '"
             << loops[other].name
             << "' is vectorized, and vectors have one dimension; unroll one "
                "of them";
    bool isMixed = (outerExecution == Execution::Parallel) !=
                   (innerExecution == Execution::Parallel);
    if (isConcurrent(outerExecution) && isConcurrent(innerExecution) && isMixed)
      return step->emitOpError()
             << "cannot " << verb << " the loop '" << loops[loop].name << "': '"
             << loops[other].name << "' is "
             << describeExecution(otherExecution)
             << ", and a schedule is either parallel or bound to a grid";
  }
  loops[loop].execution = execution;
  for (unsigned row : rows)
    loops[row].execution = Execution::Unroll;
  return success();
}

FailureOr<int64_t> StepInterpreter::getKnownTripCount(Operation *step,
                                                      unsigned loop,
                                                      StringRef verb) const {
  std::optional<int64_t> count = schedule.getTripCount(loop);
  if (count)
    return *count;
  return step->emitOpError()
         << "cannot " << verb << " the loop '" << loops[loop].name
         << "', whose size is only known at run time: split it, and " << verb
         << " the inner loop";
}

/// Refuses to write out a loop of known size when that makes too many copies of
/// a body.
static LogicalResult checkCopies(const Schedule &schedule, Operation *step,
                                 unsigned loop, StringRef verb) {
  ArrayRef<ScheduleLoop> loops = schedule.getLoops();
  int64_t count = *schedule.getTripCount(loop);
  if (count > maxUnrolled)
    return step->emitOpError()
           << "cannot " << verb << " the loop '" << loops[loop].name
           << "', which has " << count << " iterations: at most " << maxUnrolled
           << " are written out; split it, and " << verb << " the inner loop";
  // Each nest is written as often as the unrolled loops around it say.
  uint64_t copies = 0;
  for (const ScheduledNest &nest : schedule.getNests()) {
    if (!llvm::is_contained(nest.loops, loop))
      continue;
    uint64_t product = 1;
    for (unsigned other : nest.loops)
      if (loops[other].execution == Execution::Unroll)
        product = llvm::SaturatingMultiply<uint64_t>(
            product, *schedule.getTripCount(other));
    copies = llvm::SaturatingAdd(copies, product);
  }
  if (copies > maxCopies)
    return step->emitOpError()
           << "cannot " << verb << " the loop '" << loops[loop].name
           << "': with the loops that are unrolled already, " << copies
           << " copies of the body would be written out, and at most "
           << maxCopies
           << " are; unroll fewer loops, or split them into smaller ones";
  return success();
}

LogicalResult StepInterpreter::takeUnroll(UnrollOp step) {
  unsigned loop = schedule.getLoop(step.getLoop());
  if (failed(setExecution(step, loop, Execution::Unroll, "unroll")))
    return failure();
  // C1, C2
  if (failed(getKnownTripCount(step, loop, "unroll")))
    return failure();
  return checkCopies(schedule, step, loop, "unroll");
}

LogicalResult StepInterpreter::takeVectorize(VectorizeOp step) {
  unsigned loop = schedule.getLoop(step.getLoop());
  SmallVector<unsigned> vectors = {loop};
  for (unsigned other = 0; other < loops.size(); ++other)
    if (loops[other].execution == Execution::Vectorize)
      vectors.push_back(other);
  if (failed(setExecution(step, loop, Execution::Vectorize, "vectorize")))
    return failure();
  // C1
  if (failed(getKnownTripCount(step, loop, "vectorize")))
    return failure();
  // C3
  for (unsigned row : vectors)
    if (loops[row].execution == Execution::Unroll &&
        failed(checkCopies(schedule, step, row, "vectorize")))
      return failure();
  if (loops[loop].execution == Execution::Unroll)
    return checkCachesInVectors(schedule, step);
  if (step.getUnsafe())
    return checkCachesInVectors(schedule, step);
  // C2
  if (failed(checkIndependent(schedule, proofs, step, loop,
                              /*takesReductions=*/true, "vectorize")))
    return failure();
  return checkCachesInVectors(schedule, step);
}

LogicalResult StepInterpreter::takeParallelize(ParallelizeOp step) {
  SmallVector<unsigned> chosen;
  for (Value value : step.getLoops()) {
    unsigned loop = schedule.getLoop(value);
    if (failed(setExecution(step, loop, Execution::Parallel, "parallelize")))
      return failure();
    if (step.getMaxThreads())
      loops[loop].maxThreads = *step.getMaxThreads();
    loops[loop].policy = step.getPolicy().value_or(ThreadPolicy::Static);
    chosen.push_back(loop);
  }
  // C1: all that is parallel around a nest follows each other.
  for (unsigned loop : chosen)
    for (const ScheduledNest &nest : nests) {
      if (!llvm::is_contained(nest.loops, loop))
        continue;
      std::optional<unsigned> last, gap;
      for (unsigned other : schedule.getOrder(loop)) {
        if (!llvm::is_contained(nest.loops, other) &&
            !nest.numbers.count(other))
          continue;
        if (loops[other].execution != Execution::Parallel) {
          if (last && !gap)
            gap = other;
          continue;
        }
        if (gap)
          return step.emitOpError()
                 << "runs '" << loops[*last].name << "' and '"
                 << loops[other].name << "' in parallel, but '"
                 << loops[*gap].name
                 << "' between them not: loops that are parallel together "
                    "follow each other; reorder them first";
        last = other;
      }
    }
  // C3
  for (unsigned loop : chosen) {
    if (!step.getUnsafe() &&
        failed(checkIndependent(schedule, proofs, step, loop,
                                /*takesReductions=*/true, "parallelize")))
      return failure();
    loops[loop].reductions = findReductions(schedule, loop);
  }
  return checkReductions(schedule, proofs, step);
}

LogicalResult StepInterpreter::takeTensorize(TensorizeOp step) {
  SmallVector<unsigned> chosen = {schedule.getLoop(step.getRows()),
                                  schedule.getLoop(step.getColumns()),
                                  schedule.getLoop(step.getDepth())};
  // The product of matrices: rows are unrolled, columns are the lanes of
  // vectors, and the sum over the depth stays in registers.
  Execution executions[] = {Execution::Unroll, Execution::Vectorize,
                            Execution::Unroll};
  for (auto [loop, execution] : llvm::zip_equal(chosen, executions)) {
    if (failed(setExecution(step, loop, execution, "tensorize")) ||
        failed(getKnownTripCount(step, loop, "tensorize")) ||
        (execution == Execution::Unroll &&
         failed(checkCopies(schedule, step, loop, "tensorize"))))
      return failure();
  }
  // C1
  ArrayRef<unsigned> order = schedule.getOrder(chosen.front());
  if (order.size() < 3 || llvm::any_of(chosen, [&](unsigned loop) {
        return !llvm::is_contained(order.take_back(3), loop);
      }))
    return step.emitOpError()
           << "needs the three innermost loops, in any order, not '"
           << loops[chosen[0]].name << "', '" << loops[chosen[1]].name
           << "' and '" << loops[chosen[2]].name << "'";
  // C2
  for (const ScheduledNest &nest : nests) {
    if (!llvm::is_contained(nest.loops, chosen[0]))
      continue;
    auto uses = [&](const Access &access, unsigned loop) {
      return llvm::any_of(access.map.getResults(), [&](AffineExpr index) {
        return index.replaceDims(nest.indices).isFunctionOfDim(loop);
      });
    };
    auto isLike = [&](const Access &access, bool rows, bool columns,
                      bool depth) {
      return access.isPlain() && uses(access, chosen[0]) == rows &&
             uses(access, chosen[1]) == columns &&
             uses(access, chosen[2]) == depth;
    };
    unsigned numLeft = 0, numRight = 0, numSums = 0;
    for (const Access &access : nest.accesses.getAccesses()) {
      if (auto sum = dyn_cast<AccumulateOp>(access.op))
        numSums += sum.getKind() == AccumulateKind::Add &&
                   isLike(access, true, true, false);
      else if (!access.writes) {
        numLeft += isLike(access, true, false, true);
        numRight += isLike(access, false, true, true);
      }
    }
    if (numLeft != 1 || numRight != 1 || numSums != 1 ||
        nest.accesses.getAccesses().size() != 3)
      return step.emitOpError()
             << "needs a nest that adds products of A[" << loops[chosen[0]].name
             << ", " << loops[chosen[2]].name << "] and B["
             << loops[chosen[2]].name << ", " << loops[chosen[1]].name
             << "] to C[" << loops[chosen[0]].name << ", "
             << loops[chosen[1]].name << "], and does nothing else";
  }
  if (failed(checkIndependent(schedule, proofs, step, chosen[1],
                              /*takesReductions=*/true, "tensorize")))
    return failure();
  return checkCachesInVectors(schedule, step);
}
