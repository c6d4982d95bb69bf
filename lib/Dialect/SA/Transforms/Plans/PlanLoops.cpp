// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Transforms/Plans/PlanLoops.h"

#include "DemoteSymbols.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "sa/Dialect/SA/Analysis/Schedule/LoopBounds.h"
#include "sa/Dialect/SA/IR/CacheAttributes.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sa;

namespace {

/// Makes the loops of one plan, from the outside to the inside.
class LoopMaker {
public:
  LoopMaker(OpBuilder &builder, PlanOp plan, const Schedule &schedule)
      : schedule(schedule), builder(builder), loc(plan.getLoc()),
        localMemory(plan->getAttr(localMemoryAttrName)),
        privateMemory(plan->getAttr(privateMemoryAttrName)),
        ivs(schedule.getLoops().size()) {
    symbols =
        schedule.getNests().front().accesses.getSymbolValues(builder, loc);
    for (auto step : plan.getBody().getOps<NontemporalOp>())
      nontemporal.push_back(step.getArray());
    for (const ScheduledNest &nest : schedule.getNests())
      pending.emplace_back(schedule, nest);
    if (!schedule.getLoops().empty())
      order =
          schedule.getOrder(schedule.getNests().front().loops.empty()
                                ? 0
                                : schedule.getNests().front().loops.front());
  }

  void run() {
    SmallVector<unsigned> nests;
    for (unsigned nest = 0; nest < schedule.getNests().size(); ++nest)
      if (!pending[nest].neverHold())
        nests.push_back(nest);
    if (nests.empty())
      return;
    if (order.empty() || isDissolved(order.front()))
      builder.setInsertionPointToStart(
          createSingleIterationLoop(builder, loc).getBody());
    makeLoops(0, nests);
  }

private:
  /// Makes the loops from `position` in the order on, around these nests.
  void makeLoops(unsigned position, ArrayRef<unsigned> nests);
  /// Runs parts of the nests one after the other.
  void makeParts(unsigned position, ArrayRef<unsigned> nests);
  /// Lets only the first work-item of a group run what comes next, in those
  /// dimensions in which only other parts of the kernel have several.
  void leaveOutWorkItems(unsigned position, ArrayRef<unsigned> nests);
  void makeLoop(unsigned position, ArrayRef<unsigned> nests);
  /// Runs the nest only where those of its constraints hold that all loops are
  /// known of.
  void makeGuard(unsigned nest);
  void makeBody(unsigned nest);
  void makeCaches(unsigned loop, ArrayRef<unsigned> nests);
  /// True when a copy is for the loop that is being made, or one around it:
  /// other parts of a fused schedule may have it.
  bool isFilledHere(Value copy);
  /// Asks for what later iterations of the loop that is open last read first.
  void makePrefetches(unsigned loop, ArrayRef<unsigned> nests);

  /// An expression of loops and symbols as a map, and its operands.
  AffineMap getMap(ArrayRef<AffineExpr> exprs,
                   SmallVectorImpl<Value> &operands);
  /// The largest of the sizes of a fused loop, which no map can say.
  AffineExpr getLargest(ArrayRef<AffineExpr> sizes);
  /// True for a loop that becomes straight code.
  bool isDissolved(unsigned loop) const {
    return needsTripCount(schedule.getLoops()[loop].execution) ||
           schedule.getLoops()[loop].isFusing;
  }

  const Schedule &schedule;
  OpBuilder builder;
  Location loc;
  Attribute localMemory, privateMemory;
  /// The arrays that are written past the caches of the device.
  SmallVector<Value> nontemporal;
  ArrayRef<unsigned> order;
  /// The values of the loops that are open, and which are.
  SmallVector<Value> ivs;
  SmallVector<unsigned> open;
  SmallVector<Value> symbols;
  std::vector<PendingConstraints> pending;
  DenseMap<Value, Value> caches;
};

} // namespace

AffineMap LoopMaker::getMap(ArrayRef<AffineExpr> exprs,
                            SmallVectorImpl<Value> &operands) {
  MLIRContext *context = builder.getContext();
  SmallVector<AffineExpr> dims(schedule.getLoops().size(),
                               getAffineConstantExpr(0, context));
  for (auto [position, loop] : llvm::enumerate(open)) {
    dims[loop] = getAffineDimExpr(position, context);
    operands.push_back(ivs[loop]);
  }
  llvm::append_range(operands, symbols);
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : exprs)
    results.push_back(expr.replaceDims(dims));
  AffineMap map = AffineMap::get(open.size(), symbols.size(), results, context);
  affine::canonicalizeMapAndOperands(&map, &operands);
  return map;
}

void LoopMaker::makeLoops(unsigned position, ArrayRef<unsigned> nests) {
  if (nests.size() == 1)
    makeGuard(nests.front());
  if (position == order.size())
    return makeBody(nests.front());
  unsigned loop = order[position];
  if (schedule.getLoops()[loop].isFusing)
    return makeParts(position, nests);
  // Loops of other nests are none of this one's business.
  if (!llvm::is_contained(schedule.getNests()[nests.front()].loops, loop))
    return makeLoops(position + 1, nests);
  makeLoop(position, nests);
}

void LoopMaker::makeParts(unsigned position, ArrayRef<unsigned> nests) {
  unsigned loop = order[position];
  std::map<unsigned, SmallVector<unsigned>> parts;
  for (unsigned nest : nests)
    parts[schedule.getNests()[nest].numbers.lookup(loop)].push_back(nest);
  OpBuilder::InsertionGuard afterParts(builder);
  // A cache is of a loop.
  if (llvm::any_of(schedule.getCaches(), [&](const ScheduledCache &cache) {
        return cache.loop == loop || cache.trigger == loop;
      })) {
    makeCaches(loop, nests);
    affine::AffineForOp once = createSingleIterationLoop(builder, loc);
    once->setAttr(indexAttrName,
                  builder.getStringAttr(schedule.getLoops()[loop].name));
    builder.setInsertionPointToStart(once.getBody());
  }
  bool hasBarriers = schedule.hasBarriers(loop);
  for (auto &[number, part] : parts) {
    if (hasBarriers && number != parts.begin()->first)
      gpu::BarrierOp::create(builder, loc);
    OpBuilder::InsertionGuard guard(builder);
    if (hasBarriers)
      leaveOutWorkItems(position, part);
    makeLoops(position + 1, part);
  }
  if (schedule.hasLastBarrier(loop))
    gpu::BarrierOp::create(builder, loc);
}

void LoopMaker::leaveOutWorkItems(unsigned position, ArrayRef<unsigned> nests) {
  // Parts of a part that wait for each other do it themselves.
  ArrayRef<unsigned> inside = order.drop_front(position + 1);
  auto isIn = [&](unsigned nest, unsigned loop) {
    return schedule.getNests()[nest].isIn(loop);
  };
  for (unsigned loop : inside)
    if (schedule.getLoops()[loop].isFusing && isIn(nests.front(), loop) &&
        schedule.hasBarriers(loop))
      return;
  llvm::SmallSetVector<Execution, 4> missing;
  for (const ScheduleLoop &loop : schedule.getLoops())
    if (isWorkItem(loop.execution))
      missing.insert(loop.execution);
  for (unsigned loop : inside)
    if (isIn(nests.front(), loop))
      missing.remove(schedule.getLoops()[loop].execution);
  for (Execution execution : missing) {
    auto first = affine::AffineForOp::create(builder, loc, 0, 1);
    first->setAttr(indexAttrName, builder.getStringAttr("first"));
    setExecution(first, execution);
    builder.setInsertionPointToStart(first.getBody());
  }
}

AffineExpr LoopMaker::getLargest(ArrayRef<AffineExpr> given) {
  // Of sizes that differ by a constant, the larger one.
  SmallVector<AffineExpr> sizes;
  for (AffineExpr size : given) {
    bool isNew = true;
    for (AffineExpr &other : sizes)
      if (auto more = dyn_cast<AffineConstantExpr>(size - other)) {
        isNew = false;
        other = more.getValue() > 0 ? size : other;
      }
    if (isNew)
      sizes.push_back(size);
  }
  if (sizes.size() == 1)
    return sizes.front();
  // A value of the function, before all loops.
  OpBuilder::InsertionGuard guard(builder);
  Operation *outermost = builder.getInsertionBlock()->getParentOp();
  while (!isa<FuncOp>(outermost)) {
    // Nothing comes between a loop and the copies that are announced for it.
    while (isa_and_nonnull<LoopCacheOp>(outermost->getPrevNode()))
      outermost = outermost->getPrevNode();
    builder.setInsertionPoint(outermost);
    outermost = outermost->getParentOp();
  }
  Value largest;
  for (AffineExpr size : sizes) {
    SmallVector<Value> operands(symbols);
    AffineMap map = AffineMap::get(0, symbols.size(), size);
    affine::canonicalizeMapAndOperands(&map, &operands);
    Value value = affine::AffineApplyOp::create(builder, loc, map, operands);
    largest =
        largest
            ? arith::MaxSIOp::create(builder, loc, largest, value).getResult()
            : value;
  }
  symbols.push_back(largest);
  return getAffineSymbolExpr(symbols.size() - 1, loc.getContext());
}

void LoopMaker::makeLoop(unsigned position, ArrayRef<unsigned> nests) {
  unsigned number = order[position];
  const ScheduleLoop &loop = schedule.getLoops()[number];

  // 1. The bounds that hold for all the nests in the loop.
  LoopBounds bounds;
  MLIRContext *context = builder.getContext();
  bounds.lower.push_back(getAffineConstantExpr(0, context));
  bounds.upper.push_back(getLargest(loop.sizes));
  takeBounds(pending, nests, number, open, bounds);

  // 2. The copies that it uses.
  makeCaches(number, nests);

  // 3. The loop.
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> lowerOperands, upperOperands;
  AffineMap lower = getMap(bounds.lower, lowerOperands);
  AffineMap upper = getMap(bounds.upper, upperOperands);
  auto op = affine::AffineForOp::create(builder, loc, lowerOperands, lower,
                                        upperOperands, upper, loop.step);
  op->setAttr(indexAttrName, builder.getStringAttr(loop.name));
  setExecution(op, loop.execution);
  if (localMemory && isWorkGroup(loop.execution))
    op->setAttr(localMemoryAttrName, localMemory);
  if (privateMemory && open.empty())
    op->setAttr(privateMemoryAttrName, privateMemory);
  if (loop.maxThreads) {
    op->setAttr(maxThreadsAttrName,
                builder.getI64IntegerAttr(*loop.maxThreads));
    op->setAttr(policyAttrName,
                ThreadPolicyAttr::get(builder.getContext(), loop.policy));
  }
  if (!loop.reductions.empty()) {
    SmallVector<StringRef> names(loop.reductions.begin(),
                                 loop.reductions.end());
    op->setAttr(reductionsAttrName, builder.getStrArrayAttr(names));
  }
  builder.setInsertionPointToStart(op.getBody());
  ivs[number] = op.getInductionVar();
  open.push_back(number);
  makePrefetches(number, nests);
  makeLoops(position + 1, nests);
  open.pop_back();
}

bool LoopMaker::isFilledHere(Value copy) {
  auto block = copy.getDefiningOp<LoopCacheOp>();
  Operation *next = block ? block->getNextNode() : nullptr;
  while (next && !isa<affine::AffineForOp>(next))
    next = next->getNextNode();
  return !next || next->isAncestor(builder.getInsertionBlock()->getParentOp());
}

void LoopMaker::makeCaches(unsigned loop, ArrayRef<unsigned> nests) {
  for (const ScheduledCache &cache : schedule.getCaches()) {
    if (cache.trigger != loop)
      continue;
    CacheOp op = cache.op;
    Value root = op.getSource();
    while (auto outer = root.getDefiningOp<CacheOp>())
      root = outer.getSource();
    // Parts of a fused schedule that do not use the array need no copy.
    bool isUsed = llvm::any_of(nests, [&](unsigned nest) {
      return llvm::any_of(
          schedule.getNests()[nest].accesses.getAccesses(),
          [&](const Access &access) { return access.array == root; });
    });
    if (!isUsed)
      continue;
    // Nor do those in which there is no copy that this one is of.
    Value source = op.getSource();
    if (source.getDefiningOp<CacheOp>()) {
      source = caches.lookup(source);
      if (!source || !isFilledHere(source))
        continue;
    }
    // Neither do those without the loop whose runs the copy is for.
    bool hasRuns = llvm::any_of(nests, [&](unsigned nest) {
      return schedule.getNests()[nest].isIn(cache.loop);
    });
    if (!hasRuns) {
      caches[op.getCached()] = source;
      continue;
    }
    auto block = LoopCacheOp::create(
        builder, op.getLoc(), source, op.getName(),
        schedule.getLoops()[cache.loop].name, op.getLayoutAttr(),
        op.getElementTypeAttr(), op.getThrifty(), op.getLocationAttr(),
        op.getDoubleBuffer(), op.getDoubleBufferLocationAttr(),
        op.getVectorize());
    if (Attribute isUnsafe = op->getAttr(unsafeAttrName))
      block->setAttr(unsafeAttrName, isUnsafe);
    caches[op.getCached()] = block.getCached();
  }
}

void LoopMaker::makePrefetches(unsigned loop, ArrayRef<unsigned> nests) {
  MLIRContext *context = builder.getContext();
  for (const ScheduledPrefetch &prefetch : schedule.getPrefetches()) {
    if (prefetch.loop != loop)
      continue;
    PrefetchOp op = prefetch.op;
    AffineExpr index = getAffineDimExpr(loop, context);
    AffineExpr ahead = index + static_cast<int64_t>(op.getDistance()) *
                                   schedule.getLoops()[loop].step;
    SmallVector<SmallVector<AffineExpr>> places;
    for (unsigned number : nests) {
      const ScheduledNest &nest = schedule.getNests()[number];
      for (const Access &access : nest.accesses.getAccesses()) {
        // What loops of the body read depends on more than the loops here.
        if (access.array != op.getArray() || !access.reads() ||
            !access.loops.empty())
          continue;
        SmallVector<AffineExpr> place;
        for (AffineExpr expr : access.map.getResults())
          place.push_back(expr.replaceDims(nest.indices).replace(index, ahead));
        if (!llvm::is_contained(places, place))
          places.push_back(place);
      }
    }
    for (ArrayRef<AffineExpr> place : places) {
      SmallVector<Value> indices;
      for (AffineExpr expr : place) {
        SmallVector<Value> operands;
        AffineMap map = getMap(expr, operands);
        indices.push_back(builder.createOrFold<affine::AffineApplyOp>(
            op.getLoc(), map, operands));
      }
      PrefetchElementOp::create(builder, op.getLoc(), op.getArray(), indices);
    }
  }
}

void LoopMaker::makeGuard(unsigned nest) {
  SmallVector<AffineExpr> known = pending[nest].takeKnown(open);
  if (known.empty())
    return;
  SmallVector<Value> operands;
  AffineMap map = getMap(known, operands);
  IntegerSet set = IntegerSet::get(
      map.getNumDims(), map.getNumSymbols(), map.getResults(),
      SmallVector<bool>(map.getNumResults(), /*isEquality=*/false));
  auto guard = affine::AffineIfOp::create(builder, loc, set, operands,
                                          /*withElseRegion=*/false);
  builder.setInsertionPointToStart(guard.getThenBlock());
}

void LoopMaker::makeBody(unsigned number) {
  const ScheduledNest &nest = schedule.getNests()[number];
  NestOp op = nest.accesses.getNest();
  IRMapping mapping;
  for (auto [index, expr] : llvm::zip_equal(op.getIndices(), nest.indices)) {
    SmallVector<Value> operands;
    AffineMap map = getMap(expr, operands);
    mapping.map(index, builder.createOrFold<affine::AffineApplyOp>(
                           op.getLoc(), map, operands));
  }
  for (Operation &inner : op.getBody().front().without_terminator())
    if (!isa<BoundOp>(inner)) {
      Operation *copy = builder.clone(inner, mapping);
      copy->walk([](BoundOp bound) { bound.erase(); });
      copy->walk([&](StoreOp store) {
        if (llvm::is_contained(nontemporal, store.getArray()))
          store->setAttr(nontemporalAttrName, builder.getUnitAttr());
      });
      demoteSymbols(copy);
    }
}

void sa::createPlanLoops(OpBuilder &builder, PlanOp plan,
                         const Schedule &schedule) {
  LoopMaker(builder, plan, schedule).run();
}
