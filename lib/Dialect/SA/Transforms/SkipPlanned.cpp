// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Zeros in nests with a plan. The plan decides which loops there are, so they
// stay, but those that it only puts in order and runs in parallel may be
// shorter: constraints leave out the slices before the first and after the last
// that is not zero.

#include "SkipPlans.h"
#include "mlir/IR/IntegerSet.h"
#include "sa/Dialect/SA/Analysis/Schedule.h"
#include <numeric>

using namespace mlir;
using namespace sa;

/// The step of a plan that gives the loops of `nest`.
static LoopsOp findLoops(NestOp nest) {
  for (auto plan : nest->getBlock()->getOps<PlanOp>())
    for (auto loops : plan.getBody().getOps<LoopsOp>())
      if (loops.getNestAttr() == nest.getNameAttr())
        return loops;
  return {};
}

/// True when the plan makes nothing of the nest's loops that depends on how
/// many iterations they have: no copies, no other shapes.
static bool takesShorterLoops(LoopsOp loops) {
  return llvm::all_of(*loops->getBlock(), [](Operation &step) {
    return isa<LoopsOp, SplitOp, ReorderOp, UnrollOp, VectorizeOp,
               ParallelizeOp, BindOp>(step);
  });
}

static bool isOneByOne(Value loop) {
  return llvm::all_of(loop.getUsers(), [](Operation *step) {
    return isa<ReorderOp, ParallelizeOp>(step);
  });
}

/// Adds constraints to a nest, unless its plan would not be possible then.
static LogicalResult constrain(NestOp nest, PlanOp plan,
                               ArrayRef<AffineExpr> added) {
  IntegerSetAttr before = nest.getWhereAttr();
  SmallVector<AffineExpr> constraints = nest.getConstraints();
  llvm::append_range(constraints, added);
  SmallVector<bool> isEquality(constraints.size(), false);
  nest.setWhereAttr(IntegerSetAttr::get(IntegerSet::get(
      nest.getRank(), nest.getWhereSymbols().size(), constraints, isEquality)));
  ScopedDiagnosticHandler silence(nest.getContext(),
                                  [](Diagnostic &) { return success(); });
  if (succeeded(Schedule::get(plan, Proofs::None)))
    return success();
  if (before)
    nest.setWhereAttr(before);
  else
    nest.removeWhereAttr();
  return failure();
}

SmallVector<SlicePlan> sa::shortenPlanned(const ZeroFactor &factor,
                                          const NonzeroMask &mask) {
  NestOp nest = factor.nest;
  LoopsOp loops = findLoops(nest);
  SmallVector<SlicePlan> shortened;
  if (!loops || !takesShorterLoops(loops) || mask.count == 0)
    return shortened;
  for (auto [dim, slices] : llvm::enumerate(getSlices(mask))) {
    unsigned position = factor.positions[dim];
    auto begin = slices.numRead.begin();
    double inRange =
        std::accumulate(begin + slices.first, begin + slices.last + 1, 0.0);
    double gain = mask.numRead / inRange;
    if (gain <= minGain || !isOneByOne(loops.getLoops()[position]))
      continue;
    AffineExpr index = getAffineDimExpr(position, nest.getContext());
    SmallVector<AffineExpr> added;
    if (slices.first > 0)
      added.push_back(index - slices.first);
    if (slices.last < slices.size() - 1)
      added.push_back(slices.last - index);
    if (failed(constrain(nest, cast<PlanOp>(loops->getParentOp()), added)))
      continue;
    int64_t count = slices.last - slices.first + 1;
    shortened.push_back({static_cast<unsigned>(dim),
                         slices.size(),
                         slices.size() - count,
                         slices.first,
                         count,
                         {},
                         gain,
                         true});
  }
  return shortened;
}
