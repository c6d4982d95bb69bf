// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values and memory in the place of temporaries.

#include "LoopTemporary.h"

#include "CacheLoops.h"
#include "Temporaries.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sa/Dialect/SA/Analysis/AffineFactor.h"
#include "sa/Dialect/SA/Analysis/LoopMarks.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Accumulate.h"
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
      ArrayType::get(block.extents, type.getElementType(), Role::Temp),
      temp.getName(), isShared);
  if (!openReads.empty() && isShared)
    clearTogether(builder, buffer, loop);
  else if (!openReads.empty())
    clear(builder, buffer);
  for (const LoopAccess &access : accesses)
    replaceAccess(access, buffer);
  erase();
}

void LoopTemporary::clear(OpBuilder &builder, Value buffer) {
  FunctionNames names(func);
  Location loc = temp.getLoc();
  SmallVector<Value> position;
  // One element needs a loop, too: accesses stand in loops.
  SmallVector<int64_t> extents(block.extents);
  if (extents.empty())
    extents.push_back(1);
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    auto loop = AffineForOp::create(builder, loc, 0, extent);
    std::string name = (temp.getName() + "_" + Twine(dim)).str();
    loop->setAttr(indexAttrName, builder.getStringAttr(names.makeUnique(name)));
    builder.setInsertionPointToStart(loop.getBody());
    position.push_back(loop.getInductionVar());
  }
  position.resize(block.extents.size());
  StoreOp::create(builder, loc, createZero(builder, loc, temp), buffer,
                  position);
}

/// How many iterations a loop has at the most; 1 where that is not known.
static int64_t countItems(AffineForOp loop) {
  std::optional<int64_t> first =
      getConstantBound(loop.getLowerBoundMap(), /*isLower=*/true);
  std::optional<int64_t> end =
      getConstantBound(loop.getUpperBoundMap(), /*isLower=*/false);
  if (!first || !end || *end <= *first)
    return 1;
  return llvm::divideCeilSigned(*end - *first, loop.getStepAsInt());
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

  // 1. The number of the work-item, in the largest group that the loops have.
  llvm::MapVector<StringRef, int64_t> counts;
  loop.walk<WalkOrder::PreOrder>([&](AffineForOp inner) {
    if (isThreadLoop(inner)) {
      int64_t &count = counts[getRun(inner)];
      count = std::max(count, countItems(inner));
    }
  });
  AffineExpr number = builder.getAffineConstantExpr(0);
  SmallVector<Value> items;
  int64_t numItems = 1;
  Operation *outermost = nullptr;
  for (auto [run, count] : counts) {
    auto item = AffineForOp::create(builder, loc, 0, count);
    item->setAttr(runAttrName, builder.getStringAttr(run));
    enter(item, "_item");
    number = number * count + builder.getAffineDimExpr(items.size());
    items.push_back(item.getInductionVar());
    numItems *= count;
    outermost = outermost ? outermost : item;
  }

  // 2. Every n-th element is its own.
  int64_t numElements = 1;
  for (int64_t extent : block.extents)
    numElements *= extent;
  auto elements = AffineForOp::create(
      builder, loc, items, AffineMap::get(items.size(), 0, number),
      ValueRange(), builder.getConstantAffineMap(numElements), numItems);
  enter(elements, "_element");
  SmallVector<Value> position(block.extents.size());
  AffineExpr rest = builder.getAffineDimExpr(0);
  for (unsigned dim = block.extents.size(); dim-- > 0;) {
    AffineExpr digit = dim == 0 ? rest : rest % block.extents[dim];
    position[dim] = builder.createOrFold<affine::AffineApplyOp>(
        loc, AffineMap::get(1, 0, digit),
        ValueRange(elements.getInductionVar()));
    rest = rest.floorDiv(block.extents[dim]);
  }
  StoreOp::create(builder, loc, createZero(builder, loc, temp), buffer,
                  position);

  // 3. All of it is zero before anything uses it. A barrier that is there
  //    already does as well as one more.
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
  Location loc = access.op->getLoc();
  SmallVector<Value> indices;
  for (auto [dim, value] : llvm::enumerate(getAccess(access.op).second))
    indices.push_back(
        access.index[dim]
            ? space->createValue(builder, loc,
                                 access.index[dim] - block.base[dim])
            : value);
  if (auto load = dyn_cast<LoadOp>(access.op))
    load.replaceAllUsesWith(
        LoadOp::create(builder, loc, buffer, indices).getResult());
  else if (auto store = dyn_cast<StoreOp>(access.op))
    StoreOp::create(builder, loc, store.getValue(), buffer, indices);
  else if (auto add = cast<AccumulateOp>(access.op))
    AccumulateOp::create(builder, loc, add.getKind(), add.getValue(), buffer,
                         indices);
  eraseAccess(access.op);
}

void LoopTemporary::erase() {
  for (Operation *op : neverRun) {
    OpBuilder builder(op);
    if (auto load = dyn_cast<LoadOp>(op))
      load.replaceAllUsesWith(createZero(builder, op->getLoc(), temp));
    op->erase();
  }
  // What is private needs not be fetched.
  for (Operation *user :
       llvm::make_early_inc_range(temp.getResult().getUsers()))
    if (isa<TouchOp>(user))
      user->erase();
  eraseTemporary(temp);
}
