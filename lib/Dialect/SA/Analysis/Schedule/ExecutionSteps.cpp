// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps that say how loops run.

#include "sa/Dialect/SA/Analysis/LoopMarks.h"
#include "sa/Dialect/SA/Analysis/Schedule.h"
#include "sa/Dialect/SA/Analysis/UnrollLimits.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

/// What a loop that runs like this is called.
static StringRef getRunText(StringRef run) {
  if (run == "parallel")
    return "parallel";
  if (run == "unroll")
    return "unrolled";
  if (run == "vectorize")
    return "vectorized";
  return "bound to the grid";
}

/// How many work-items groups have on every device that is worth a plan.
static constexpr int64_t defaultMaxWorkItems = 1024;

static bool isBlock(StringRef run) { return run.starts_with("block"); }

LogicalResult Schedule::setRun(Operation *step, unsigned loop, StringRef run,
                               StringRef verb) {
  isPlanning = true;
  if (failed(checkLoop(step, loop, verb)))
    return failure();
  if (loops[loop].isFusing)
    return step->emitOpError()
           << "cannot " << verb << " '" << loops[loop].name
           << "', which tells fused nests apart and has no iterations";
  if (!loops[loop].run.empty())
    return step->emitOpError()
           << "cannot " << verb << " the loop '" << loops[loop].name
           << "', which is " << getRunText(loops[loop].run) << " already";
  bool isInside = false;
  for (unsigned other : getOrder(loop)) {
    if (other == loop) {
      isInside = true;
      continue;
    }
    // Only loops around the same nests matter.
    if (!areTogether(loop, other))
      continue;
    StringRef otherRun = loops[other].run;
    StringRef outerRun = isInside ? run : otherRun;
    StringRef innerRun = isInside ? otherRun : run;
    unsigned outer = isInside ? loop : other, inner = isInside ? other : loop;
    if (outerRun == "vectorize" && isConcurrent(innerRun))
      return step->emitOpError()
             << "cannot " << verb << " the loop '" << loops[loop].name << "': '"
             << loops[outer].name << "' is vectorized, and '"
             << loops[inner].name
             << "' inside of it would run in parallel; put it outside";
    if (outerRun == "vectorize" && innerRun == "vectorize")
      return step->emitOpError()
             << "cannot " << verb << " the loop '" << loops[loop].name << "': '"
             << loops[other].name
             << "' is vectorized, and vectors have one dimension; unroll one "
                "of them";
    bool isMixed = (outerRun == "parallel") != (innerRun == "parallel");
    if (isConcurrent(outerRun) && isConcurrent(innerRun) && isMixed)
      return step->emitOpError()
             << "cannot " << verb << " the loop '" << loops[loop].name << "': '"
             << loops[other].name << "' is " << getRunText(otherRun)
             << ", and a schedule is either parallel or bound to a grid";
  }
  loops[loop].run = run.str();
  return success();
}

FailureOr<int64_t> Schedule::getKnownTripCount(Operation *step, unsigned loop,
                                               StringRef verb) const {
  std::optional<int64_t> count = getTripCount(loop);
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
      if (loops[other].run == "unroll")
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

LogicalResult Schedule::applyUnroll(UnrollOp step) {
  unsigned loop = getLoop(step.getLoop());
  if (failed(setRun(step, loop, "unroll", "unroll")))
    return failure();
  // C1, C2
  if (failed(getKnownTripCount(step, loop, "unroll")))
    return failure();
  return checkCopies(*this, step, loop, "unroll");
}

LogicalResult Schedule::applyVectorize(VectorizeOp step) {
  unsigned loop = getLoop(step.getLoop());
  if (failed(setRun(step, loop, "vectorize", "vectorize")))
    return failure();
  // C1
  if (failed(getKnownTripCount(step, loop, "vectorize")))
    return failure();
  if (step.getUnsafe())
    return checkCachesInVectors(step);
  // C2
  if (failed(
          checkIndependent(step, loop, /*takesReductions=*/true, "vectorize")))
    return failure();
  return checkCachesInVectors(step);
}

LogicalResult Schedule::applyParallelize(ParallelizeOp step) {
  SmallVector<unsigned> chosen;
  for (Value value : step.getLoops()) {
    unsigned loop = getLoop(value);
    if (failed(setRun(step, loop, "parallel", "parallelize")))
      return failure();
    if (step.getMaxThreads())
      loops[loop].maxThreads = *step.getMaxThreads();
    loops[loop].policy = step.getPolicy().value_or("static").str();
    chosen.push_back(loop);
  }
  // C1: all that is parallel around a nest follows each other.
  for (unsigned loop : chosen)
    for (const ScheduledNest &nest : nests) {
      if (!llvm::is_contained(nest.loops, loop))
        continue;
      std::optional<unsigned> last, gap;
      for (unsigned other : getOrder(loop)) {
        if (!llvm::is_contained(nest.loops, other) &&
            !nest.numbers.count(other))
          continue;
        if (loops[other].run != "parallel") {
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
        failed(checkIndependent(step, loop, /*takesReductions=*/true,
                                "parallelize")))
      return failure();
    loops[loop].reductions = findReductions(loop);
  }
  return success();
}

/// Work-items wait for each other between the parts that `fusing` tells apart;
/// groups cannot.
LogicalResult Schedule::checkStage(BindOp step, unsigned loop,
                                   unsigned fusing) const {
  // C5
  if (isBlock(loops[loop].run))
    return step.emitOpError()
           << "binds '" << loops[loop].name << "' to groups, inside of '"
           << loops[fusing].name
           << "', which tells fused nests apart: groups do not wait for each "
              "other between nests; bind a common loop of the nests to groups";
  bool isInGroup = false;
  for (unsigned outer : getOrder(loop)) {
    if (outer == fusing)
      break;
    if (!areTogether(outer, loop))
      continue;
    isInGroup |= isBlock(loops[outer].run);
    // C6
    if (isThread(loops[outer].run))
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

bool Schedule::hasBarriers(unsigned fusing) const {
  ArrayRef<unsigned> order = getOrder(fusing);
  ArrayRef<unsigned> inside = order.drop_front(getPosition(fusing) + 1);
  return llvm::any_of(inside, [&](unsigned loop) {
    return isThread(loops[loop].run) && tellsApart(fusing, loop);
  });
}

bool Schedule::repeatsStages(unsigned outer, unsigned loop) const {
  if (isConcurrent(loops[outer].run) || loops[outer].isFusing)
    return false;
  ArrayRef<unsigned> inside = getOrder(loop).drop_front(getPosition(outer) + 1);
  return llvm::any_of(
      inside.take_while([&](unsigned other) { return other != loop; }),
      [&](unsigned other) {
        return loops[other].isFusing && tellsApart(other, loop);
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
      return !loops[loop].isFusing && !isConcurrent(loops[loop].run);
  }
  return false;
}

LogicalResult Schedule::applyBind(BindOp step) {
  unsigned loop = getLoop(step.getLoop());
  std::string run = stringifyGridUnit(step.getUnit()).str();
  if (failed(setRun(step, loop, run, "bind")))
    return failure();
  // C2
  for (unsigned other : getOrder(loop))
    if (other != loop && loops[other].run == run && areTogether(loop, other))
      return step.emitOpError()
             << "binds both '" << loops[other].name << "' and '"
             << loops[loop].name << "' to " << run;
  // C1
  for (unsigned outer : getOrder(loop)) {
    if (outer == loop)
      break;
    if (loops[outer].isFusing ? !tellsApart(outer, loop)
                              : !areTogether(outer, loop))
      continue;
    if (loops[outer].isFusing) {
      if (failed(checkStage(step, loop, outer)))
        return failure();
      continue;
    }
    if (isThread(run) && repeatsStages(outer, loop))
      continue;
    if (!isBlock(loops[outer].run) && !isThread(loops[outer].run))
      return step.emitOpError()
             << "cannot bind the loop '" << loops[loop].name << "': '"
             << loops[outer].name
             << "' outside of it is not bound; bound loops are the outermost "
                "ones; reorder them first";
    if (isBlock(run) && isThread(loops[outer].run))
      return step.emitOpError()
             << "binds '" << loops[loop].name << "' to groups, but '"
             << loops[outer].name
             << "' outside of it to work-items: the loops of groups come first";
  }
  // C3
  if (isThread(run)) {
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
  return checkIndependent(step, loop, /*takesReductions=*/false, "bind");
}

LogicalResult Schedule::applyTensorize(TensorizeOp step) {
  SmallVector<unsigned> chosen = {getLoop(step.getRows()),
                                  getLoop(step.getColumns()),
                                  getLoop(step.getDepth())};
  // The product of matrices: rows are unrolled, columns are the lanes of
  // vectors, and the sum over the depth stays in registers.
  StringRef runs[] = {"unroll", "vectorize", "unroll"};
  for (auto [loop, run] : llvm::zip_equal(chosen, runs)) {
    if (failed(setRun(step, loop, run, "tensorize")) ||
        failed(getKnownTripCount(step, loop, "tensorize")) ||
        (run == "unroll" &&
         failed(checkCopies(*this, step, loop, "tensorize"))))
      return failure();
  }
  // C1
  ArrayRef<unsigned> order = getOrder(chosen.front());
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
  if (failed(checkIndependent(step, chosen[1], /*takesReductions=*/true,
                              "tensorize")))
    return failure();
  return checkCachesInVectors(step);
}

LogicalResult Schedule::applyPrefetch(PrefetchOp step) {
  unsigned loop = getLoop(step.getLoop());
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
  prefetches.push_back({step, loop});
  return success();
}
