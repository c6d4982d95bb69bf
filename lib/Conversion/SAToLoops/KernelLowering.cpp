// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelLowering.h"

#include "CheckLowering.h"
#include "GridLowering.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

KernelLowering::KernelLowering(LoweringState &state, Location loc,
                               ValueRange sizes, ArrayRef<std::string> names,
                               ArrayRef<int64_t> local, GridLowering *grid,
                               Value zero, Value one)
    : Lowering(state), insertion(builder), grid(grid), accesses(state) {
  SmallVector<Value> zeros(sizes.size(), zero ? zero : getIndex(loc, 0));
  SmallVector<Value> ones(sizes.size(), one ? one : getIndex(loc, 1));
  state.kernel = scf::ParallelOp::create(builder, loc, zeros, sizes, ones);
  state.kernel->setAttr(indicesAttrName,
                        builder.getStrArrayAttr(SmallVector<StringRef>(names)));
  if (!local.empty())
    state.kernel->setAttr(localAttrName, builder.getDenseI64ArrayAttr(local));
  builder.setInsertionPointToStart(state.kernel.getBody());
}

void KernelLowering::lowerBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    lowerOp(&op);
}

void KernelLowering::lowerOp(Operation *op) {
  if (accesses.lower(op) || lowerVariable(op) || lowerCheck(*this, op))
    return;
  if (auto loop = dyn_cast<affine::AffineForOp>(op))
    return lowerLoop(loop);
  if (auto condition = dyn_cast<affine::AffineIfOp>(op))
    return lowerIf(condition);
  if (auto buffer = dyn_cast<BufferOp>(op))
    return lowerBuffer(buffer);
  // Outside of a grid, a group is one work-item.
  if (isa<gpu::BarrierOp>(op) && !grid)
    return;
  if (op->getNumRegions() != 0)
    return lowerRegions(op);
  lowerPureOp(op);
}

void KernelLowering::lowerLoop(affine::AffineForOp loop) {
  if (grid && grid->isBound(loop))
    return grid->lowerLoop(loop, *this);
  OpBuilder::InsertionGuard guard(builder);
  scf::ForOp lowered = createLoop(loop);
  mapping.map(loop.getRegionIterArgs(), lowered.getRegionIterArgs());
  mapping.map(loop.getResults(), lowered.getResults());
  builder.setInsertionPointToStart(lowered.getBody());
  lowerBlock(*loop.getBody());
  if (loop.getNumResults() != 0)
    scf::YieldOp::create(
        builder, loop.getLoc(),
        lookupAll(loop.getBody()->getTerminator()->getOperands()));
}

void KernelLowering::lowerIf(affine::AffineIfOp op) {
  OpBuilder::InsertionGuard guard(builder);
  scf::IfOp lowered = createIf(op);
  mapping.map(op.getResults(), lowered.getResults());
  auto lower = [&](Block &source, Block &target) {
    // A block without results has its terminator already.
    builder.setInsertionPointToStart(&target);
    lowerBlock(source);
    if (op.getNumResults() != 0)
      scf::YieldOp::create(builder, op.getLoc(),
                           lookupAll(source.getTerminator()->getOperands()));
  };
  lower(*op.getThenBlock(), *lowered.thenBlock());
  if (op.hasElse())
    lower(*op.getElseBlock(), *lowered.elseBlock());
}

void KernelLowering::lowerRegions(Operation *op) {
  OpBuilder::InsertionGuard guard(builder);
  Operation *lowered = builder.cloneWithoutRegions(*op, mapping);
  for (auto [source, target] :
       llvm::zip_equal(op->getRegions(), lowered->getRegions())) {
    for (Block &block : source) {
      Block *clone = builder.createBlock(
          &target, target.end(), block.getArgumentTypes(),
          SmallVector<Location>(block.getNumArguments(), op->getLoc()));
      mapping.map(block.getArguments(), clone->getArguments());
      lowerBlock(block);
      builder.clone(*block.getTerminator(), mapping);
    }
  }
}

/// Returns true if nothing uses `buffer` from the start of `next` on.
static bool isDead(BufferOp buffer, BufferOp next) {
  Block *block = buffer->getBlock();
  Operation *start = block->findAncestorOpInBlock(*next.getOperation());
  if (!start)
    return true;
  return start != buffer &&
         llvm::all_of(buffer->getUsers(), [&](Operation *user) {
           // A view of the buffer may have later users.
           Operation *last = block->findAncestorOpInBlock(*user);
           return last && last->isBeforeInBlock(start) &&
                  llvm::none_of(user->getResultTypes(),
                                llvm::IsaPred<ArrayType>);
         });
}

void KernelLowering::lowerBuffer(BufferOp op) {
  // The edges of a tile have buffers of their own, but not at the same time.
  // Local buffers are not shared: some work-items may be ahead of others.
  if (!op.getLocal()) {
    auto *dead = llvm::find_if(buffers, [&](const auto &buffer) {
      BufferOp other = buffer.first;
      return other.getNameAttr() == op.getNameAttr() &&
             other.getResult().getType() == op.getResult().getType() &&
             isDead(other, op);
    });
    if (dead != buffers.end()) {
      dead->first = op;
      mapping.map(op.getResult(), dead->second);
      return;
    }
  }
  // One allocation for a work-item, not one for each iteration.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(state.kernel.getBody());
  Attribute space;
  if (grid && op.getLocal())
    space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                       gpu::AddressSpace::Workgroup);
  Value memory = createAlloca(builder, op.getLoc(),
                              cast<ArrayType>(op.getResult().getType()),
                              op.getNameAttr(), space);
  mapping.map(op.getResult(), memory);
  if (!op.getLocal())
    buffers.emplace_back(op, memory);
}

bool KernelLowering::lowerVariable(Operation *op) {
  Location loc = op->getLoc();
  if (auto variable = dyn_cast<memref::AllocaOp>(op)) {
    // One allocation for a work-item: one in a loop would take more memory with
    // each iteration.
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(state.kernel.getBody());
    Type element = variable.getType().getElementType();
    Attribute name = op->getAttr(nameAttrName);
    auto memory =
        createAlloca(builder, loc, ArrayType::get({1}, element, Role::Temp),
                     name ? name : builder.getStringAttr("value"));
    memory->setAttr(scalarAttrName, TypeAttr::get(element));
    // One value for all accesses, so that they are seen to have one offset.
    variables[op] = getIndex(loc, 0);
    mapping.map(variable.getResult(), memory.getResult());
  } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
    Value offset = variables.lookup(load.getMemRef().getDefiningOp());
    mapping.map(load.getResult(), accesses.load(loc, load.getMemRef(), offset));
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    Value offset = variables.lookup(store.getMemRef().getDefiningOp());
    accesses.store(loc, mapping.lookup(store.getValue()), store.getMemRef(),
                   offset);
  } else {
    return false;
  }
  return true;
}
