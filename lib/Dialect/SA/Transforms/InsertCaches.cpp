// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of what loops touch of arrays.

#include "CacheLoops.h"
#include "ElementCast.h"
#include "Temporaries.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Accumulate.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAINSERTCACHES
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

/// True for a loop whose iterations run at the same time.
static bool isConcurrent(AffineForOp loop) {
  auto run = loop->getAttrOfType<StringAttr>(runAttrName);
  return run && (run == "parallel" || run == "subgroup" ||
                 run.getValue().starts_with("block") ||
                 run.getValue().starts_with("thread"));
}

namespace {

/// One copy on its way from an announcement to memory and loops.
class CacheInsertion {
public:
  CacheInsertion(CacheBlockOp op, FunctionNames &names)
      : op(op), func(op->getParentOfType<FuncOp>()), trigger(findTrigger(op)),
        space(trigger), names(names), source(op.getSource()),
        sourceType(cast<ArrayType>(source.getType())) {}

  LogicalResult run();

private:
  static AffineForOp findTrigger(CacheBlockOp op) {
    Operation *next = op->getNextNode();
    while (!isa<AffineForOp>(next))
      next = next->getNextNode();
    return cast<AffineForOp>(next);
  }

  LogicalResult collectAccesses();
  LogicalResult findPlace();
  LogicalResult findBlock();
  LogicalResult findType();
  void createMemory();
  void createLoops();
  void redirect();
  void report();

  bool isInner(AffineForOp loop) const { return trigger->isAncestor(loop); }
  /// The index of an element of the block in the copy.
  SmallVector<Value> createIndices(OpBuilder &builder,
                                   const LoopAccess &access);
  BlockPlace getPlaceInSource() { return {source, {}, block.base}; }
  BlockPlace getPlaceInCopy() {
    AffineExpr zero = getAffineConstantExpr(0, op.getContext());
    return {copy, leading, SmallVector<AffineExpr>(block.base.size(), zero)};
  }
  InFlightDiagnostic refuse() {
    return op.emitOpError() << "keeps '" << op.getName() << "', a copy of '"
                            << getArrayName(source) << "', ";
  }

  CacheBlockOp op;
  FuncOp func;
  AffineForOp trigger;
  LoopSpace space;
  FunctionNames &names;
  Value source;
  ArrayType sourceType;

  SmallVector<LoopAccess> accesses, writes;
  /// The parallel loops around the trigger, the outermost first, and whether
  /// there are some in it.
  SmallVector<AffineForOp> concurrent;
  bool hasConcurrentInside = false;

  ActiveBlock block;
  ArrayType copyType;
  Value copy;
  /// The indices that choose the slice of a work-item.
  SmallVector<Value> leading;
};

} // namespace

LogicalResult CacheInsertion::run() {
  if (failed(collectAccesses()) || failed(findPlace()) || failed(findBlock()) ||
      failed(findType()))
    return failure();
  report();
  createMemory();
  createLoops();
  redirect();
  return success();
}

LogicalResult CacheInsertion::collectAccesses() {
  WalkResult walk = trigger.walk([&](Operation *user) {
    auto isCached = [&](Value operand) {
      return operand == source || operand == op.getCached();
    };
    if (llvm::none_of(user->getOperands(), isCached) ||
        isa<DimOp, CacheBlockOp>(user))
      return WalkResult::advance();
    auto [array, indices] = getAccess(user);
    if (!array) {
      refuse() << "but the loop '" << getLoopName(trigger)
               << "' uses the array in '" << user->getName()
               << "', which no copy can serve";
      return WalkResult::interrupt();
    }
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
  if (accesses.empty())
    return refuse() << "but the loop '" << getLoopName(trigger)
                    << "' does not use the array: leave the copy out, or "
                       "trigger it at a loop that does";
  return success();
}

LogicalResult CacheInsertion::findPlace() {
  for (auto loop = trigger->getParentOfType<AffineForOp>(); loop;
       loop = loop->getParentOfType<AffineForOp>())
    if (isConcurrent(loop))
      concurrent.insert(concurrent.begin(), loop);
  trigger.walk(
      [&](AffineForOp loop) { hasConcurrentInside |= isConcurrent(loop); });
  if (!concurrent.empty() && hasConcurrentInside)
    return refuse() << "which is filled before the loop '"
                    << getLoopName(trigger) << "', between the loop '"
                    << getLoopName(concurrent.back())
                    << "' and another one that runs in parallel: trigger it "
                       "inside of all of them, or outside";
  return success();
}

LogicalResult CacheInsertion::findBlock() {
  unsigned obstacle = 0;
  FailureOr<ActiveBlock> found = getActiveBlock(
      space, source, accesses, [&](AffineForOp loop) { return isInner(loop); },
      /*allowsWhole=*/concurrent.empty(), obstacle);
  // C1
  if (failed(found))
    return refuse() << "but how much of dimension " << obstacle << " the loop '"
                    << getLoopName(trigger)
                    << "' touches in one run has no constant bound: split the "
                       "loop over it, or cache further in";
  block = *found;
  for (int64_t &extent : block.extents)
    if (extent == 0)
      extent = 1;
  return success();
}

LogicalResult CacheInsertion::findType() {
  SmallVector<StringAttr> sizes;
  for (auto [dim, extent] : llvm::enumerate(block.extents))
    if (extent == ShapedType::kDynamic) {
      if (!sourceType.getSizeName(dim))
        return refuse() << "but the size of dimension " << dim
                        << " is open, and memory for all of it needs a size "
                           "with a name: cache further in";
      sizes.push_back(sourceType.getSizeName(dim));
    }
  copyType = ArrayType::getIfValid([&] { return op.emitOpError(); },
                                   block.extents, sourceType.getElementType(),
                                   Role::Temp, op.getLayoutAttr(), {}, sizes);
  return success(copyType);
}

void CacheInsertion::createMemory() {
  std::string name = names.makeUnique(op.getName());
  Location loc = op.getLoc();
  if (!concurrent.empty() && op.getLocation() == "private") {
    OpBuilder builder(op);
    copy = BufferOp::create(builder, loc, copyType, name, /*local=*/false);
    return;
  }
  auto builder = OpBuilder::atBlockBegin(&func.getBody().front());
  copy = TempOp::create(builder, loc, copyType, name);
}

void CacheInsertion::createLoops() {
  OpBuilder builder(op);
  CopyLoops loops;
  loops.name = getArrayName(source);
  loops.isParallel = hasConcurrentInside;
  for (unsigned dim = 0; dim < block.base.size(); ++dim)
    loops.order.push_back(dim);
  auto inner = [&](AffineForOp loop) { return isInner(loop); };
  loops.part = getTouchedPart(space, source, block, accesses, inner, trigger);
  createCopyLoops(builder, op.getLoc(), space, names, loops, getPlaceInSource(),
                  getPlaceInCopy());
  if (writes.empty())
    return;
  builder.setInsertionPointAfter(trigger);
  loops.part = getTouchedPart(space, source, block, writes, inner, trigger);
  createCopyLoops(builder, op.getLoc(), space, names, loops, getPlaceInCopy(),
                  getPlaceInSource());
}

SmallVector<Value> CacheInsertion::createIndices(OpBuilder &builder,
                                                 const LoopAccess &access) {
  SmallVector<Value> indices = leading;
  for (auto [dim, value] : llvm::enumerate(getAccess(access.op).second))
    indices.push_back(
        access.index[dim]
            ? space.createValue(builder, access.op->getLoc(),
                                access.index[dim] - block.base[dim])
            : value);
  return indices;
}

void CacheInsertion::redirect() {
  Type inSource = sourceType.getElementType();
  Type inCopy = copyType.getElementType();
  for (const LoopAccess &access : accesses) {
    OpBuilder builder(access.op);
    Location loc = access.op->getLoc();
    SmallVector<Value> indices = createIndices(builder, access);
    auto load = [&]() {
      Value value = LoadOp::create(builder, loc, copy, indices).getResult();
      return createElementCast(builder, loc, value, inCopy, inSource);
    };
    auto store = [&](Value value) {
      value = createElementCast(builder, loc, value, inSource, inCopy);
      StoreOp::create(builder, loc, value, copy, indices);
    };
    if (auto read = dyn_cast<LoadOp>(access.op))
      read.replaceAllUsesWith(load());
    else if (auto write = dyn_cast<StoreOp>(access.op))
      store(write.getValue());
    else if (auto add = cast<AccumulateOp>(access.op); inSource == inCopy)
      AccumulateOp::create(builder, loc, add.getKind(), add.getValue(), copy,
                           indices);
    else // Rounded as the array would round it.
      store(createCombine(builder, add, load(), add.getValue()));
    access.op->erase();
  }
  // Copies of the copy: they see its type.
  SmallVector<CacheBlockOp> inner;
  trigger.walk([&](CacheBlockOp other) {
    if (other.getSource() == source)
      inner.push_back(other);
  });
  for (Operation *user : op.getCached().getUsers())
    if (auto other = dyn_cast<CacheBlockOp>(user))
      inner.push_back(other);
  for (CacheBlockOp other : inner) {
    other.getSourceMutable().assign(copy);
    other.getCached().setType(cast<ArrayType>(copy.getType()));
  }
  op.getCached().replaceAllUsesWith(source);
  op.erase();
}

void CacheInsertion::report() {
  std::string text = "array '" + getArrayName(source) + "': the copy '" +
                     op.getName().str() + "' of ";
  llvm::ListSeparator separator(" by ");
  for (auto [dim, extent] : llvm::enumerate(block.extents))
    (text += StringRef(separator)) += extent == ShapedType::kDynamic
                                          ? copyType.getSizeName(dim).str()
                                          : std::to_string(extent);
  addReport(func, text);
}

namespace {
class InsertCaches : public sa::impl::SAInsertCachesBase<InsertCaches> {
  void runOnOperation() override {
    // Outer copies first: inner ones are of them.
    SmallVector<CacheBlockOp> caches;
    getOperation().walk<WalkOrder::PreOrder>(
        [&](CacheBlockOp op) { caches.push_back(op); });
    if (caches.empty())
      return;
    FunctionNames names(getOperation());
    for (CacheBlockOp cache : caches)
      if (failed(CacheInsertion(cache, names).run()))
        return signalPassFailure();
  }
};
} // namespace
