// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces temporaries by values and buffers.

#include "LoopTemporary.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Arithmetic/Accumulate.h"
#include "sa/Dialect/SA/Transforms/Caches/CacheLoops.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopUtils.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

void LoopTemporary::keepInRegister() {
  Value element;
  for (const LoopAccess &access : accesses) {
    OpBuilder builder(access.op);
    auto getElement = [&] {
      return element ? element : createZero(builder, access.op->getLoc(), temp);
    };
    if (auto load = dyn_cast<LoadOp>(access.op))
      load.replaceAllUsesWith(getElement());
    else if (auto add = dyn_cast<AccumulateOp>(access.op))
      element = createCombine(builder, add, getElement(), add.getValue());
    else
      element = cast<StoreOp>(access.op).getValue();
  }
  for (const LoopAccess &access : llvm::reverse(accesses))
    access.op->erase();
  erase();
}

void LoopTemporary::keepInBuffer(AffineForOp loop, bool isShared) {
  auto builder = OpBuilder::atBlockBegin(loop.getBody());
  auto buffer = BufferOp::create(
      builder, temp.getLoc(),
      ArrayType::get(footprint.extents, type.getElementType(), Role::Temp),
      temp.getName(), isShared);
  if (!openReads.empty() && isShared)
    clearTogether(builder, buffer, loop);
  else if (!openReads.empty())
    clear(builder, buffer);
  for (const LoopAccess &access : accesses)
    replaceAccess(access, buffer);
  erase();
}

/// The number of rows that are cleared without a loop, so that a block of
/// vectors stays in registers, and the elements of such a row.
static constexpr int64_t maxRowsInRegisters = 16, maxLanesInRegisters = 64;

/// Returns true if an access is in a vectorized loop.
static bool isInVectors(ArrayRef<LoopAccess> accesses) {
  return llvm::any_of(accesses, [](const LoopAccess &access) {
    for (auto loop = access.op->getParentOfType<AffineForOp>(); loop;
         loop = loop->getParentOfType<AffineForOp>())
      if (getExecution(loop) == Execution::Vectorize)
        return true;
    return false;
  });
}

void LoopTemporary::clear(OpBuilder &builder, Value buffer) {
  FunctionNames names(func);
  Location loc = temp.getLoc();
  SmallVector<Value> position;
  // One element needs a loop, too: accesses stand in loops.
  SmallVector<int64_t> extents(footprint.extents);
  if (extents.empty())
    extents.push_back(1);
  // What is used in vectors is cleared in vectors.
  bool inVectors = isInVectors(accesses);
  int64_t numRows = 1;
  for (int64_t extent : ArrayRef(extents).drop_back())
    if (llvm::MulOverflow(numRows, extent, numRows))
      numRows = std::numeric_limits<int64_t>::max();
  bool inRegisters =
      numRows <= maxRowsInRegisters && extents.back() <= maxLanesInRegisters;
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    auto loop = AffineForOp::create(builder, loc, 0, extent);
    if (inVectors && dim + 1 == extents.size())
      setExecution(loop, Execution::Vectorize);
    else if (inVectors && inRegisters)
      setExecution(loop, Execution::Unroll);
    std::string name = (temp.getName() + "_" + Twine(dim)).str();
    loop->setAttr(indexAttrName, builder.getStringAttr(names.makeUnique(name)));
    builder.setInsertionPointToStart(loop.getBody());
    position.push_back(loop.getInductionVar());
  }
  position.resize(footprint.extents.size());
  StoreOp::create(builder, loc, createZero(builder, loc, temp), buffer,
                  position);
}

void LoopTemporary::clearTogether(OpBuilder &builder, Value buffer,
                                  AffineForOp loop) {
  OpBuilder::InsertionGuard guard(builder);
  FunctionNames names(func);
  Location loc = temp.getLoc();
  auto enter = [&](AffineForOp entered, StringRef name) {
    entered->setAttr(indexAttrName, builder.getStringAttr(names.makeUnique(
                                        (temp.getName() + name).str())));
    builder.setInsertionPointToStart(entered.getBody());
  };

  // 1. The number of the work-item, in the largest group of the loops.
  llvm::MapVector<Execution, int64_t> counts;
  loop.walk<WalkOrder::PreOrder>([&](AffineForOp inner) {
    if (isWorkItemLoop(inner)) {
      int64_t &count = counts[getExecution(inner)];
      count = std::max({count, getMaxTripCount(inner).value_or(1), int64_t(1)});
    }
  });
  AffineExpr number = builder.getAffineConstantExpr(0);
  SmallVector<Value> items;
  int64_t numItems = 1;
  Operation *outermost = nullptr;
  for (auto [execution, count] : counts) {
    auto item = AffineForOp::create(builder, loc, 0, count);
    setExecution(item, execution);
    enter(item, "_item");
    number = number * count + builder.getAffineDimExpr(items.size());
    items.push_back(item.getInductionVar());
    numItems *= count;
    outermost = outermost ? outermost : item;
  }

  // 2. Every n-th element.
  int64_t numElements = 1;
  for (int64_t extent : footprint.extents)
    numElements *= extent;
  auto elements = AffineForOp::create(
      builder, loc, items, AffineMap::get(items.size(), 0, number),
      ValueRange(), builder.getConstantAffineMap(numElements), numItems);
  enter(elements, "_element");
  SmallVector<Value> position(footprint.extents.size());
  AffineExpr rest = builder.getAffineDimExpr(0);
  for (unsigned dim = footprint.extents.size(); dim-- > 0;) {
    AffineExpr digit = dim == 0 ? rest : rest % footprint.extents[dim];
    position[dim] = builder.createOrFold<affine::AffineApplyOp>(
        loc, AffineMap::get(1, 0, digit),
        ValueRange(elements.getInductionVar()));
    rest = rest.floorDiv(footprint.extents[dim]);
  }
  StoreOp::create(builder, loc, createZero(builder, loc, temp), buffer,
                  position);

  // 3. A barrier before the first use, unless there is one.
  for (Operation *next = outermost->getNextNode(); next;
       next = next->getNextNode()) {
    if (isa<gpu::BarrierOp>(next))
      return;
    auto isUse = [&](Operation *op) {
      return llvm::is_contained(op->getOperands(), temp.getResult())
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    };
    if (next->walk(isUse).wasInterrupted())
      break;
  }
  builder.setInsertionPointAfter(outermost);
  gpu::BarrierOp::create(builder, loc);
}

void LoopTemporary::replaceAccess(const LoopAccess &access, Value buffer) {
  OpBuilder builder(access.op);
  SmallVector<Value> indices;
  for (auto [dim, value] : llvm::enumerate(getAccess(access.op).second))
    indices.push_back(
        access.index[dim]
            ? space->createValue(builder, access.op->getLoc(),
                                 access.index[dim] - footprint.base[dim])
            : value);
  redirectAccess(access.op, buffer, indices);
}

void LoopTemporary::erase() {
  for (Operation *op : neverRun) {
    OpBuilder builder(op);
    if (auto load = dyn_cast<LoadOp>(op))
      load.replaceAllUsesWith(createZero(builder, op->getLoc(), temp));
    op->erase();
  }
  // Private memory needs no prefetch.
  for (Operation *user :
       llvm::make_early_inc_range(temp.getResult().getUsers()))
    if (isa<PrefetchElementOp>(user))
      user->erase();
  eraseTemporary(temp);
}
