// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unswitching and index-set splitting of loops that hold conditions on indices
// and sizes.
//
//   for i = 0 to 10                    for i = 0 to 7
//     for k = 0 to 5                     for k = 0 to 5 { a; b }
//       a                           →  for i = 7 to 10
//       if 6 - i >= 0 { b }              for k = 0 to 5 { a }
//
// The loop over k is unswitched, that over i is split. Where an index is split
// over several loops, the outer ones are split first:
//
//   for k = 0 to 64 step 8        for k = 0 to 56 step 8
//     for kk = 0 to 8               for kk = 0 to 8  { a }
//       a                     →   for kk = 0 to 7    { a }
//       if k + kk == 63 { b }     a; b
//
// The later start of an unrolled or vectorized loop is a condition as well.

#include "Conditions.h"
#include "FoldIndices.h"
#include "SeparateBorders.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopTransforms.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-unswitch-loops"

namespace sa {
#define GEN_PASS_DEF_SAUNSWITCHLOOPS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;
using affine::AffineForOp;
using affine::AffineIfOp;

ALWAYS_ENABLED_STATISTIC(numUnswitched, "Loops unswitched");
ALWAYS_ENABLED_STATISTIC(numSplit, "Loops whose index set was split");

/// Each rewrite copies a body. After this many copies in a function, the
/// remaining conditions stay.
static constexpr unsigned maxCopies = 32;

/// Returns whether `other` holds, if that follows from whether `known` does.
static std::optional<bool> getImplied(const Constraint &other,
                                      const Constraint &known, bool holds) {
  if (other.operands != known.operands || other.numDims != known.numDims)
    return std::nullopt;
  auto distance = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
      other.expr - known.expr, known.numDims, known.numSymbols));
  if (!distance || (holds ? distance.getValue() < 0 : distance.getValue() > 0))
    return std::nullopt;
  return holds;
}

/// Returns the innermost loop with an index in the constraint; null if there is
/// none.
static AffineForOp getInnermost(const Constraint &constraint) {
  AffineForOp innermost;
  for (Value operand : constraint.operands)
    if (AffineForOp loop = affine::getForInductionVarOwner(operand))
      if (!innermost || innermost->isProperAncestor(loop))
        innermost = loop;
  return innermost;
}

/// Returns true if the operands, but for the index of `loop`, are computed
/// outside of it.
static bool isComputedOutside(const Constraint &constraint, AffineForOp loop) {
  return llvm::none_of(constraint.operands, [&](Value operand) {
    Operation *defining = operand.getDefiningOp();
    return defining && loop->isAncestor(defining);
  });
}

/// Folds the constraints in `loop` that are implied.
static void assume(AffineForOp loop, const Constraint &constraint, bool holds) {
  foldConstraints(loop, [&](const Constraint &other) {
    return getImplied(other, constraint, holds);
  });
}

/// Puts `loop` into the first branch of a new condition, and returns a clone of
/// it in the other.
static AffineForOp versionLoop(RewriterBase &rewriter, AffineForOp loop,
                               const Constraint &constraint) {
  rewriter.setInsertionPoint(loop);
  auto choice = AffineIfOp::create(
      rewriter, loop.getLoc(),
      IntegerSet::get(constraint.numDims, constraint.numSymbols,
                      constraint.expr, /*eqFlags=*/false),
      constraint.operands, /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(choice.getElseBlock());
  auto copy = cast<AffineForOp>(rewriter.clone(*loop));
  rewriter.moveOpBefore(loop, choice.getThenBlock()->getTerminator());
  return copy;
}

static LogicalResult unswitchLoop(RewriterBase &rewriter, AffineForOp loop,
                                  const Constraint &constraint) {
  // A function holds no conditions, and the work-items of a group must all
  // reach a barrier.
  bool hasBarrier =
      loop->walk([](gpu::BarrierOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  bool differsInGroup = llvm::any_of(constraint.operands, [](Value operand) {
    AffineForOp other = affine::getForInductionVarOwner(operand);
    return other && isConcurrent(other);
  });
  if (isa<FuncOp>(loop->getParentOp()) || (hasBarrier && differsInGroup) ||
      !isComputedOutside(constraint, loop)) {
    LDBG() << "'" << getLoopName(loop) << "' cannot be unswitched";
    return failure();
  }
  LDBG() << "unswitch '" << getLoopName(loop) << "'";
  ++numUnswitched;
  AffineForOp copy = versionLoop(rewriter, loop, constraint);
  assume(loop, constraint, /*holds=*/true);
  assume(copy, constraint, /*holds=*/false);
  dropKnownBranches(loop->getParentOfType<FuncOp>());
  return success();
}

static LogicalResult splitIndexSet(RewriterBase &rewriter, AffineForOp loop,
                                   const Constraint &constraint) {
  MLIRContext *context = loop.getContext();
  int64_t step = loop.getStepAsInt();
  unsigned position = llvm::find(constraint.operands, loop.getInductionVar()) -
                      constraint.operands.begin();
  std::optional<int64_t> factor = getAffineFactor(
      constraint.expr, position, constraint.numDims, constraint.numSymbols);
  if ((step != 1 && !loop.hasConstantLowerBound()) || !factor || *factor == 0 ||
      !isComputedOutside(constraint, loop)) {
    LDBG() << "the index set of '" << getLoopName(loop) << "' cannot be split";
    return failure();
  }

  // 1. The first index at which the constraint changes.
  AffineExpr rest = constraint.expr.replace(getAffineDimExpr(position, context),
                                            getAffineConstantExpr(0, context));
  AffineExpr start =
      *factor < 0 ? rest.floorDiv(-*factor) + 1 : (-rest).ceilDiv(*factor);
  if (step != 1) {
    int64_t first = loop.getConstantLowerBound();
    start = (start - first).ceilDiv(step) * step + first;
  }

  // 2. One loop up to it, one from there on.
  LDBG() << "split '" << getLoopName(loop) << "' at " << start;
  ++numSplit;
  AffineForOp later =
      splitLoop(rewriter, loop,
                makeLoopBound(start, constraint.numDims, constraint.numSymbols,
                              constraint.operands));
  assume(loop, constraint, /*holds=*/*factor < 0);
  Constraint laterConstraint = constraint;
  laterConstraint.operands[position] = later.getInductionVar();
  assume(later, laterConstraint, /*holds=*/*factor > 0);
  foldDecided(loop);
  foldDecided(later);
  dropKnownBranches(loop->getParentOfType<FuncOp>());
  for (AffineForOp part : {loop, later}) {
    bool hasNoEffect =
        llvm::all_of(part.getBody()->without_terminator(),
                     [](Operation &op) { return isMemoryEffectFree(&op); });
    if (hasNoEffect)
      rewriter.eraseOp(part);
    else
      promoteSingleIteration(rewriter, part);
  }
  return success();
}

/// Returns true if the work-items of kernels run in `loop`: loops of the host
/// stay as they are.
static bool holdsKernels(AffineForOp loop) {
  return loop
      .walk([](AffineForOp inner) {
        return isConcurrent(inner) ? WalkResult::interrupt()
                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Splits the outermost loop with an index in the constraint that can be split.
static LogicalResult splitOutermost(RewriterBase &rewriter,
                                    const Constraint &constraint) {
  SmallVector<AffineForOp> loops;
  for (Value operand : constraint.operands)
    if (AffineForOp loop = affine::getForInductionVarOwner(operand))
      loops.push_back(loop);
  llvm::sort(loops, [](AffineForOp lhs, AffineForOp rhs) {
    return lhs->isProperAncestor(rhs);
  });
  for (AffineForOp loop : loops) {
    if (isConcurrent(loop) || needsTripCount(loop) ||
        !loop.getInits().empty() || holdsKernels(loop))
      continue;
    std::optional<Constraint> relaxed = relax(constraint, loop);
    if (relaxed && !decide(*relaxed) &&
        succeeded(splitIndexSet(rewriter, loop, *relaxed)))
      return success();
  }
  return failure();
}

LogicalResult sa::unswitchCondition(RewriterBase &rewriter,
                                    AffineIfOp condition) {
  auto loop = condition->getParentOfType<AffineForOp>();
  if (!loop || isConcurrent(loop) || condition.getNumResults() != 0 ||
      !loop.getInits().empty() || holdsKernels(loop))
    return failure();
  unsigned numConstraints = condition.getIntegerSet().getNumConstraints();
  for (unsigned number = 0; number < numConstraints; ++number) {
    std::optional<Constraint> constraint = getConstraint(condition, number);
    if (!constraint)
      continue;
    if (succeeded(splitOutermost(rewriter, *constraint)))
      return success();
    // Conditions on unrolled indices are decided once they are constants.
    AffineForOp innermost = getInnermost(*constraint);
    bool isUnrolled = innermost && getExecution(innermost) == Execution::Unroll;
    if (innermost != loop && !isUnrolled && !decide(*constraint) &&
        succeeded(unswitchLoop(rewriter, loop, *constraint)))
      return success();
  }
  return failure();
}

/// Lets a condition choose between the two starts of a loop with a known trip
/// count: the usual one, a constant, and a later one. Fails if `loop` does not
/// have two starts.
static LogicalResult versionStart(RewriterBase &rewriter, AffineForOp loop) {
  AffineMap map = loop.getLowerBoundMap();
  if (!needsTripCount(loop) || map.getNumResults() != 2 ||
      isa<FuncOp>(loop->getParentOp()))
    return failure();
  bool isConstant = isa<AffineConstantExpr>(map.getResult(0));
  if (isConstant == isa<AffineConstantExpr>(map.getResult(1)))
    return failure();
  unsigned usual = isConstant ? 0 : 1, late = 1 - usual;
  LDBG() << "the start of '" << getLoopName(loop) << "' becomes a condition";
  AffineForOp other =
      versionLoop(rewriter, loop,
                  makeLoopBound(map.getResult(usual) - map.getResult(late),
                                map.getNumDims(), map.getNumSymbols(),
                                loop.getLowerBoundOperands()));
  loop.setLowerBoundMap(map.dropResult(late));
  other.setLowerBoundMap(map.dropResult(usual));
  simplifyBounds(loop);
  simplifyBounds(other);
  return success();
}

namespace {
class UnswitchLoops : public sa::impl::SAUnswitchLoopsBase<UnswitchLoops> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    auto rewriteOne = [&](auto rewrite) {
      return getOperation()
          .walk([&](Operation *op) {
            return succeeded(rewrite(op)) ? WalkResult::interrupt()
                                          : WalkResult::advance();
          })
          .wasInterrupted();
    };
    auto versionOne = [&](Operation *op) {
      auto loop = dyn_cast<AffineForOp>(op);
      return success(loop && succeeded(versionStart(rewriter, loop)));
    };
    auto unswitchOne = [&](Operation *op) {
      auto condition = dyn_cast<AffineIfOp>(op);
      return success(condition &&
                     succeeded(unswitchCondition(rewriter, condition)));
    };
    separateBorders(rewriter, getOperation());
    foldDecided(getOperation());
    dropKnownBranches(getOperation());
    unsigned numCopies = 0;
    while (numCopies < maxCopies &&
           (rewriteOne(versionOne) || rewriteOne(unswitchOne)))
      ++numCopies;
    if (numCopies == maxCopies)
      LDBG() << "conditions stay after " << maxCopies << " copies of bodies";
  }
};
} // namespace
