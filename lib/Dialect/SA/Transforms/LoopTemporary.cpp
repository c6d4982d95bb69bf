// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values and memory in the place of temporaries.

#include "LoopTemporary.h"

#include "CacheLoops.h"
#include "Temporaries.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Accumulate.h"

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

void LoopTemporary::keepInBuffer(AffineForOp loop) {
  auto builder = OpBuilder::atBlockBegin(loop.getBody());
  auto buffer = BufferOp::create(
      builder, temp.getLoc(),
      ArrayType::get(block.extents, type.getElementType(), Role::Temp),
      temp.getName(), /*local=*/false);
  if (!openReads.empty())
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
