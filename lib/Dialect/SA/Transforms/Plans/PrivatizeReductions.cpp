// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accumulations of iterations that run at the same time: each of a fixed number
// of work-items gets every n-th iteration and sums of its own, which are put
// together afterwards, in the order of the work-items.
//
//   for k parallel         →   for p < 16, i parallel
//     C[i] += A[i, k]            C_part[p, i] = 0
//                              for p < 16 parallel
//                                for k = p to K step 16
//                                  C_part[p, i] += A[i, k]
//                              for i parallel
//                                for p < 16
//                                  C[i] += C_part[p, i]
//
// Where several loops over one sum are parallel, those inside of the first one
// are cut, too, as far as that makes more work-items: their sums are parts of
// its parts. The loops over parts stand side by side, around all of them:
//
//   for i < 2 parallel            →   for i_part < 2, k_part < 8 parallel
//     for k parallel                    for i = i_part to 2 step 2
//       C += A[i, k]                      for k = k_part to K step 8
//                                           C_part_part[k_part, i_part] += …

#include "ReductionLoop.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/Analysis/Loops/Reductions.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Loops/DistributeLoop.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Dialect/SA/Transforms/Plans/PlanLoops.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-privatize-reductions"

namespace sa {
#define GEN_PASS_DEF_SAPRIVATIZEREDUCTIONS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

/// What a loop does, when that is another loop, perhaps under a condition.
static AffineForOp getOnlyLoop(AffineForOp loop) {
  Block *body = loop.getBody();
  while (true) {
    Operation *only = nullptr;
    for (Operation &op : body->without_terminator()) {
      if (isPure(&op) || isa<LoopCacheOp>(op))
        continue;
      if (only)
        return nullptr;
      only = &op;
    }
    auto condition = dyn_cast_or_null<affine::AffineIfOp>(only);
    if (!condition || condition.hasElse())
      return dyn_cast_or_null<AffineForOp>(only);
    body = condition.getThenBlock();
  }
}

namespace {

/// Splits the loops of a kernel that are over common sums, the outermost one
/// first.
class ReductionChain {
public:
  explicit ReductionChain(AffineForOp outermost);
  LogicalResult run();

private:
  /// Takes parallel loops that are in a sequential one now out of that.
  void moveOut(AffineForOp parallel);

  SmallVector<AffineForOp> chain;
  Origins origins;
  bool isLimited;
  int64_t budget = defaultReductionParts;
};

} // namespace

ReductionChain::ReductionChain(AffineForOp outermost) : chain({outermost}) {
  std::optional<int64_t> threads = getMaxThreads(outermost);
  isLimited = threads.has_value();
  budget = threads.value_or(budget);
  while (AffineForOp inner = getOnlyLoop(chain.back())) {
    if (getExecution(inner) != Execution::Parallel)
      break;
    chain.push_back(inner);
  }
}

void ReductionChain::moveOut(AffineForOp parallel) {
  while (auto outer = dyn_cast<AffineForOp>(parallel->getParentOp())) {
    if (getExecution(outer) == Execution::Parallel ||
        !llvm::hasSingleElement(outer.getBody()->without_terminator()) ||
        llvm::is_contained(parallel.getOperands(), outer.getInductionVar()))
      return;
    affine::interchangeLoops(outer, parallel);
  }
}

LogicalResult ReductionChain::run() {
  SmallVector<AffineForOp> sums =
      llvm::filter_to_vector(chain, [](AffineForOp loop) {
        return loop->hasAttr(reductionsAttrName);
      });
  AffineForOp parts;
  for (auto [number, loop] : llvm::enumerate(sums)) {
    if (parts && budget < 2) {
      makeSequential(loop);
      continue;
    }
    std::optional<uint64_t> count = affine::getConstantTripCount(loop);
    int64_t numParts =
        takeReductionParts(budget, count, sums.size() - number - 1);
    LDBG() << "loop '" << getLoopName(loop) << "' gets " << numParts
           << " partial results";
    ReductionLoop splitter(loop, parts, numParts, origins);
    if (failed(splitter.run()))
      return failure();
    parts = splitter.getParts();
  }
  if (!isLimited)
    for (AffineForOp loop : chain)
      if (getExecution(loop) == Execution::Parallel)
        moveOut(loop);
  return success();
}

LogicalResult sa::privatizeReductions(FuncOp func) {
  SmallVector<AffineForOp> loops;
  func.walk<WalkOrder::PreOrder>([&](AffineForOp loop) {
    if (loop->hasAttr(reductionsAttrName))
      loops.push_back(loop);
  });
  DenseMap<Operation *, ArrayAttr> handled;
  for (AffineForOp loop : loops) {
    auto names = loop->getAttrOfType<ArrayAttr>(reductionsAttrName);
    if (!names)
      continue; // handled with a loop around it
    // The iterations of one of several loops in one that has parts for the
    // same array add to one part: one after the other.
    bool isInPart = llvm::any_of(handled, [&](auto &outer) {
      return outer.first->isProperAncestor(loop) &&
             llvm::any_of(names, [&](Attribute name) {
               return llvm::is_contained(outer.second, name);
             });
    });
    if (isInPart) {
      LDBG() << "loop '" << getLoopName(loop)
             << "' is sequential: it is in an iteration of another one with "
                "partial results of the same array";
      makeSequential(loop);
      continue;
    }
    handled[loop.getOperation()] = names;
    if (failed(ReductionChain(loop).run()))
      return failure();
  }
  return success();
}

namespace {
class PrivatizeReductions
    : public sa::impl::SAPrivatizeReductionsBase<PrivatizeReductions> {
  void runOnOperation() override {
    if (failed(privatizeReductions(getOperation())))
      signalPassFailure();
  }
};
} // namespace
