// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of what loops touch of arrays: what they are, and whether they can be.

#include "ElementCast.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sa/Dialect/SA/Analysis/Flow/FootprintCoverage.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/IR/CacheAttributes.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Caches/CacheInsertion.h"
#include "sa/Dialect/SA/Transforms/Loops/DistributeLoop.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-insert-caches"

namespace sa {
#define GEN_PASS_DEF_SAINSERTCACHES
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

ALWAYS_ENABLED_STATISTIC(numCaches, "Caches created");
ALWAYS_ENABLED_STATISTIC(numDropped, "Caches that are not needed");
ALWAYS_ENABLED_STATISTIC(numDistributed, "Loops distributed for slices");

/// How many work-items share the iterations of a loop when they need memory,
/// no size says how many iterations there are, and neither does anybody else.
static constexpr int64_t defaultSlices = 256;

AffineForOp sa::getTrigger(LoopCacheOp op) {
  Operation *next = op->getNextNode();
  while (!isa<AffineForOp>(next))
    next = next->getNextNode();
  return cast<AffineForOp>(next);
}

CacheInsertion::CacheInsertion(LoopCacheOp op, FunctionNames &names,
                               bool unfinished)
    : op(op), func(op->getParentOfType<FuncOp>()), trigger(getTrigger(op)),
      space(trigger), names(names), source(op.getSource()),
      sourceType(cast<ArrayType>(source.getType())), unfinished(unfinished) {}

InFlightDiagnostic CacheInsertion::refuse() {
  return op.emitOpError() << "keeps '" << op.getName() << "', a cache of '"
                          << getArrayName(source) << "', ";
}

LogicalResult CacheInsertion::run() {
  if (failed(collectAccesses()))
    return failure();
  if (unfinished && awaitsBinding())
    accesses.clear();
  if (!accesses.empty()) {
    if (failed(findPlace()) || failed(findBlock()) || failed(findType()))
      return failure();
    if (needsNoCopy())
      accesses.clear();
    else if (failed(checkWrites()) || failed(checkDoubleBuffer()) ||
             failed(findMemories()))
      return failure();
  }
  report();
  if (!unfinished)
    ++(accesses.empty() ? numDropped : numCaches);
  LDBG() << "cache '" << op.getName() << "' at '" << getLoopName(trigger)
         << (accesses.empty() ? "' is not needed" : "' is created");
  if (!accesses.empty())
    createLoops();
  redirect();
  return success();
}

LogicalResult CacheInsertion::collectAccesses() {
  bool isUsed = false;
  WalkResult walk = trigger.walk([&](Operation *user) {
    auto isCached = [&](Value operand) {
      return operand == source || operand == op.getCached();
    };
    if (llvm::none_of(user->getOperands(), isCached) ||
        isa<DimOp, LoopCacheOp, PrefetchElementOp>(user))
      return WalkResult::advance();
    auto [array, indices] = getAccess(user);
    if (!array) {
      refuse() << "but the loop '" << getLoopName(trigger)
               << "' uses the array in '" << user->getName()
               << "', which no cache can serve";
      return WalkResult::interrupt();
    }
    isUsed = true;
    if (space.neverRuns(user))
      return WalkResult::advance();
    LoopAccess access{user, {}};
    for (Value index : indices)
      access.index.push_back(space.getExpr(index));
    accesses.push_back(access);
    if (access.writes())
      writes.push_back(access);
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  // C1
  if (!isUsed)
    return refuse() << "but the loop '" << getLoopName(trigger)
                    << "' does not use the array: leave the cache out, or "
                       "trigger it at a loop that does";
  return success();
}

LogicalResult CacheInsertion::findBlock() {
  unsigned obstacle = 0;
  FailureOr<Footprint> found = getFootprint(
      space, source, accesses, [&](AffineForOp loop) { return isInner(loop); },
      /*allowsWhole=*/!needsExtents(), obstacle);
  // C1
  if (failed(found))
    return refuse() << "in " << stringifyMemorySpace(*op.getLocation())
                    << " memory, but how much of dimension " << obstacle
                    << " the loop '" << getLoopName(trigger)
                    << "' accesses in one run is only known at run time: split "
                       "the loop over it, cache further in, or use the "
                       "location 'global'";
  block = *found;
  return success();
}

//===----------------------------------------------------------------------===//
// Type and layout
//===----------------------------------------------------------------------===//

LayoutAttrInterface CacheInsertion::findLayout() {
  LayoutAttrInterface layout = op.getLayoutAttr();
  if (layout || op.getAt() == getLoopName(trigger))
    return layout;
  // The blocks of all the runs of the loop `at`, one after the other.
  AffineForOp at;
  trigger.walk([&](AffineForOp loop) {
    if (getLoopName(loop) == op.getAt())
      at = loop;
  });
  SmallVector<LoopAccess> inRun =
      llvm::filter_to_vector(accesses, [&](const LoopAccess &access) {
        return at->isAncestor(access.op);
      });
  unsigned obstacle = 0;
  FailureOr<Footprint> run = getFootprint(
      space, source, inRun,
      [&](AffineForOp loop) {
        return at->isAncestor(loop) || (isLocal && isWorkItemLoop(loop));
      },
      /*allowsWhole=*/true, obstacle);
  // A loop that never runs touches nothing, and has no blocks.
  if (inRun.empty() || failed(run) || run->extents.empty() ||
      run->extents == block.extents)
    return {};
  ArrayRef<int64_t> extents = run->extents;
  if (llvm::all_of(extents, [](int64_t extent) { return extent > 0; }))
    return BlockedLayoutAttr::get(op.getContext(), extents);
  // Blocks with whole columns of run-time length are stripes; others of such a
  // length have no layout, or lie one after the other in a row-major one.
  if (extents.size() > 1 && extents.back() > 0 &&
      extents.drop_back() == ArrayRef(block.extents).drop_back())
    return StripedLayoutAttr::get(op.getContext(), extents.back());
  return {};
}

LogicalResult CacheInsertion::findType() {
  // C6
  Type elementType = op.getElementType().value_or(sourceType.getElementType());
  Type inSource = sourceType.getElementType();
  if (!holdsElements(elementType, inSource) &&
      !(op->hasAttr(unsafeAttrName) && canRound(elementType, inSource)))
    return refuse() << "in elements of " << elementType
                    << ", which do not have all the values of " << inSource
                    << ": take a type that does, or none"
                    << (canRound(elementType, inSource)
                            ? "; 'unsafe' rounds them"
                            : "");
  SmallVector<StringAttr> sizes;
  for (auto [dim, extent] : llvm::enumerate(block.extents)) {
    if (extent != ShapedType::kDynamic)
      continue;
    if (!sourceType.getSizeName(dim))
      return refuse() << "but the size of dimension " << dim
                      << " is open, and memory for all of it needs one with a "
                         "name: split the loop over it, or cache further in";
    sizes.push_back(sourceType.getSizeName(dim));
  }
  // C5
  LayoutAttrInterface layout = findLayout();
  // An array that is a slice, or one of several parts, has dimensions that the
  // user knows nothing of, before his own.
  ArrayRef<int64_t> own = block.extents;
  auto temp = source.getDefiningOp<TempOp>();
  bool mayHaveSlices = layout && temp && temp.getUninitialized();
  while (mayHaveSlices && layout.getLayout().refuse(own) && !own.empty() &&
         own.front() == 1)
    own = own.drop_front();
  if (mayHaveSlices && own.size() < block.extents.size() &&
      !layout.getLayout().refuse(own)) {
    SmallVector<int64_t> steps(block.extents.size() - own.size(), 1);
    layout = SlicedLayoutAttr::get(op.getContext(), steps, layout);
  }
  if (layout) {
    if (auto reason = layout.getLayout().refuse(block.extents))
      return refuse() << "in the layout " << layout
                      << ", which cannot hold it: " << *reason;
  }
  copyType = ArrayType::getIfValid(
      [&] { return refuse() << "which cannot be: "; }, block.extents,
      elementType, Role::Temp, layout, {}, sizes);
  if (!copyType)
    return failure();
  if (!copyType.isInjective())
    return refuse() << "in the layout " << layout
                    << ", where several of its elements share a place";
  return checkDomain();
}

LogicalResult CacheInsertion::checkDomain() {
  // C5: elements that are touched exist in the copy.
  for (AffineExpr constraint : copyType.getDomainConstraints())
    for (const LoopAccess &access : accesses) {
      SmallVector<AffineExpr> position;
      bool isKnown = true;
      for (auto [index, base] : llvm::zip_equal(access.index, block.base)) {
        isKnown &= static_cast<bool>(index);
        position.push_back(isKnown ? index - base : base);
      }
      std::optional<int64_t> least =
          isKnown ? space.getMin(constraint.replaceDims(position), access.op)
                  : std::nullopt;
      if (!least || *least < 0)
        return refuse() << "in the layout " << copyType.getLayout()
                        << ", which does not have all the elements that the "
                           "loop '"
                        << getLoopName(trigger) << "' accesses";
    }
  return success();
}

bool CacheInsertion::needsNoCopy() const {
  LoopCacheOp announced = op;
  if (!announced.getThrifty() || announced.getDoubleBuffer() ||
      copyType.getElementType() != sourceType.getElementType() ||
      copyType.getLayout() != sourceType.getLayout())
    return false;
  bool isColMajor = isa_and_nonnull<ColMajorLayoutAttr>(sourceType.getLayout());
  if (sourceType.getLayout() && !isColMajor)
    return false;
  // One after the other: single elements of slow dimensions, some of one, all
  // of the fast ones.
  unsigned rank = block.extents.size();
  bool mayVary = true;
  for (unsigned i = 0; i < rank; ++i) {
    unsigned dim = isColMajor ? i : rank - 1 - i;
    if (block.extents[dim] == 1 && sourceType.getShape()[dim] != 1) {
      mayVary = false;
      continue;
    }
    if (!mayVary)
      return false;
    mayVary = block.extents[dim] == sourceType.getShape()[dim];
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Copies that are written
//===----------------------------------------------------------------------===//

SmallVector<AffineForOp> CacheInsertion::getOthers() {
  auto buffer = source.getDefiningOp<BufferOp>();
  return llvm::filter_to_vector(concurrent, [&](AffineForOp loop) {
    // Nobody else sees the private copy that this is a copy of.
    bool seesSource = !buffer || (buffer.getLocal() && isWorkItemLoop(loop));
    return seesSource && !isInner(loop);
  });
}

LogicalResult CacheInsertion::checkWrites() {
  if (writes.empty())
    return success();
  if (!hasDistinctElements(source))
    return refuse() << "which the loop '" << getLoopName(trigger)
                    << "' writes; several elements of the array share an "
                       "offset, and would not in the cache";
  SmallVector<AffineForOp> others = getOthers();
  if (others.empty())
    return success();
  // C4: what is written back, this iteration has written itself.
  auto inner = [&](AffineForOp loop) { return isInner(loop); };
  FootprintPart part =
      getTouchedPart(space, source, block, writes, inner, trigger);
  bool isCovered = llvm::any_of(writes, [&](const LoopAccess &write) {
    return coversPart(space, source, write, block, part, inner, trigger,
                      /*mayBeEmpty=*/true);
  });
  if (!isCovered) {
    InFlightDiagnostic diagnostic =
        refuse() << "which would write back elements that a run of the loop '"
                 << getLoopName(trigger)
                 << "' does not write, while other iterations of the parallel "
                    "loop '"
                 << getLoopName(others.back())
                 << "' may write them: cache where all the elements of the "
                    "footprint are written";
    diagnostic.attachNote(writes.front().op->getLoc()) << "written here";
    return diagnostic;
  }
  bool onlyAdds = llvm::all_of(writes, [](const LoopAccess &write) {
    return isa<AccumulateOp>(write.op);
  });
  if (!onlyAdds)
    return success();
  // Sums of several iterations are taken together by each addition, not by
  // copies.
  if (AffineForOp shared = findSharedWrites(space, writes, others)) {
    InFlightDiagnostic diagnostic =
        refuse() << "into which iterations of the parallel loop '"
                 << getLoopName(shared)
                 << "' accumulate the same elements, so that one cache would "
                    "overwrite another: cache outside of that loop, or do not "
                    "run it in parallel";
    diagnostic.attachNote(writes.front().op->getLoc()) << "accumulated here";
    return diagnostic;
  }
  return success();
}

static LogicalResult insertCache(LoopCacheOp cache, FunctionNames &names,
                                 bool unfinished) {
  while (true) {
    CacheInsertion insertion(cache, names, unfinished);
    if (succeeded(insertion.run()))
      return success();
    AffineForOp loop = insertion.getUnbounded();
    if (!loop)
      return failure();
    // As many slices as there are work-items then.
    int64_t numParts = getMaxThreads(loop).value_or(defaultSlices);
    addReport(cache->getParentOfType<FuncOp>(), ReportSubject::Loop,
              getLoopName(loop),
              "the loop runs in " + Twine(numParts) +
                  " work-items, each with a slice of the cache '" +
                  cache.getName() + "'",
              {{"cache", cache.getName()}, {"work_items", numParts}});
    if (!unfinished)
      ++numDistributed;
    distributeLoop(loop, loop, numParts);
  }
}

LogicalResult sa::insertCaches(FuncOp func, bool unfinished) {
  if (failed(openThreadLoops(func)))
    return failure();
  // Outer copies first: inner ones are of them.
  SmallVector<LoopCacheOp> caches;
  func.walk<WalkOrder::PreOrder>([&](LoopCacheOp op) { caches.push_back(op); });
  if (caches.empty())
    return success();
  FunctionNames names(func);
  for (LoopCacheOp cache : caches)
    if (failed(insertCache(cache, names, unfinished)))
      return failure();
  hoistThreadConditions(func);
  return success();
}

namespace {
class InsertCaches : public sa::impl::SAInsertCachesBase<InsertCaches> {
  void runOnOperation() override {
    if (failed(insertCaches(getOperation())))
      signalPassFailure();
  }
};
} // namespace
