// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostLowering.h"

#include "ConstantStorage.h"
#include "GridLowering.h"
#include "LoopPlacement.h"
#include "NestLowering.h"
#include "OffsetLowering.h"
#include "RangeLowering.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Support/CppNames.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace sa;

/// Constants of more bytes are not compiled into the kernels.
static constexpr int64_t maxKernelConstantBytes = 4096;

LogicalResult HostLowering::lowerBlock(Block &block) {
  // The operations that become the next kernel of one work-item. Operations of
  // the host in between go first: they are pure, and do not use these.
  SmallVector<Operation *> waiting;
  llvm::SmallPtrSet<Operation *, 8> isWaiting;
  auto flush = [&] {
    LogicalResult result =
        waiting.empty() ? success() : lowerLoneKernel(waiting);
    waiting.clear();
    isWaiting.clear();
    return result;
  };
  for (Operation &op : block.without_terminator()) {
    bool usesWaiting = llvm::any_of(op.getOperands(), [&](Value operand) {
      return isWaiting.contains(operand.getDefiningOp());
    });
    bool isKernel = isKernelLoop(&op) || isa<NestOp>(op);
    if (isKernel || runsOnHost(&op)) {
      if (failed(flush()) || failed(lowerOp(&op)))
        return failure();
    } else if (needsKernel(&op) || usesWaiting) {
      waiting.push_back(&op);
      isWaiting.insert(&op);
    } else if (failed(lowerOp(&op))) {
      return failure();
    }
  }
  return flush();
}

LogicalResult HostLowering::lowerOp(Operation *op) {
  if (auto constant = dyn_cast<ConstOp>(op))
    return lowerConst(constant);
  if (isParallelLoop(op))
    return RangeLowering(state, cast<affine::AffineForOp>(op)).run();
  if (isBoundLoop(op))
    return GridLowering(state, cast<affine::AffineForOp>(op)).run();
  if (auto loop = dyn_cast<affine::AffineForOp>(op))
    return lowerLoop(loop);
  if (auto condition = dyn_cast<affine::AffineIfOp>(op))
    return lowerIf(condition);
  if (auto loop = dyn_cast<LoopOp>(op))
    return lowerRounds(loop);
  if (auto moved = dyn_cast<IfMovedOp>(op))
    return lowerIfMoved(moved);
  if (auto swap = dyn_cast<SwapOp>(op))
    ExchangeOp::create(builder, swap.getLoc(), mapping.lookup(swap.getLhs()),
                       mapping.lookup(swap.getRhs()));
  else if (auto temp = dyn_cast<TempOp>(op))
    lowerTemp(temp);
  else if (auto nest = dyn_cast<NestOp>(op))
    NestLowering(state, nest).run();
  else
    lowerPureOp(op);
  return success();
}

LogicalResult HostLowering::lowerLoop(affine::AffineForOp loop) {
  if (failed(verifyNoResults(loop, "has kernels in it and")))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  scf::ForOp lowered = createLoop(loop);
  builder.setInsertionPointToStart(lowered.getBody());
  return lowerBlock(*loop.getBody());
}

LogicalResult HostLowering::lowerIf(affine::AffineIfOp op) {
  if (failed(verifyNoResults(op, "has kernels in it and")))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  scf::IfOp lowered = createIf(op);
  builder.setInsertionPointToStart(lowered.thenBlock());
  if (failed(lowerBlock(*op.getThenBlock())))
    return failure();
  if (!op.hasElse())
    return success();
  builder.setInsertionPointToStart(lowered.elseBlock());
  return lowerBlock(*op.getElseBlock());
}

LogicalResult HostLowering::lowerRounds(LoopOp loop) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = loop.getLoc();
  OpFoldResult limit = loop.getLimit();
  Value end = isa<Attribute>(limit) ? getIndex(loc, *loop.getStaticLimit())
                                    : mapping.lookup(cast<Value>(limit));
  Value offset;
  if (Value flag = loop.getFlag()) {
    SmallVector<Value> position =
        llvm::map_to_vector(*loop.getFlagIndex(), [&](int64_t index) -> Value {
          return getIndex(loc, index);
        });
    offset = getOffset(loc, flag, position);
  }
  auto lowered =
      scf::ForOp::create(builder, loc, getIndex(loc, 0), end, getIndex(loc, 1));
  lowered->setAttr(indexAttrName, loop.getIndexNameAttr());
  mapping.map(loop.getIndex(), lowered.getInductionVar());
  builder.setInsertionPointToStart(lowered.getBody());
  if (failed(lowerBlock(loop.getBody().front())))
    return failure();
  // After the last round nobody looks.
  std::optional<int64_t> number = getConstantIntValue(end);
  if (Value flag = loop.getFlag(); flag && !(number && *number <= 1))
    StopUnlessOp::create(builder, loc, mapping.lookup(flag), offset,
                         *loop.getEvery());
  return success();
}

LogicalResult HostLowering::lowerIfMoved(IfMovedOp op) {
  OpBuilder::InsertionGuard guard(builder);
  Value moved = StandsForOp::create(builder, op.getLoc(),
                                    mapping.lookup(op.getTemporary()),
                                    mapping.lookup(op.getArray()));
  auto lowered = scf::IfOp::create(builder, op.getLoc(), moved,
                                   /*withElseRegion=*/false);
  builder.setInsertionPointToStart(lowered.thenBlock());
  return lowerBlock(op.getBody().front());
}

LogicalResult HostLowering::lowerLoneKernel(ArrayRef<Operation *> ops) {
  // A kernel has no results.
  for (Operation *op : ops) {
    Block *block = op->getBlock();
    for (Operation *user : op->getUsers())
      if (!llvm::is_contained(ops, block->findAncestorOpInBlock(*user)))
        return op->emitOpError()
               << "is computed in a kernel of one work-item, and used outside "
                  "of it: compute it where it is used, or keep it in an array";
  }
  Location loc = ops.front()->getLoc();
  KernelLowering kernel(state, loc, getIndex(loc, 1), {}, {1});
  for (Operation *op : ops)
    kernel.lowerOp(op);
  return success();
}

LogicalResult HostLowering::lowerConst(ConstOp op) {
  FailureOr<DenseElementsAttr> storage = getConstantStorage(op);
  if (failed(storage))
    return failure();
  auto type = cast<ArrayType>(op.getResult().getType());
  // A large constant is data, not code: kernels would take long to compile.
  int64_t bytes =
      type.getStorageSize() * getElementBytes(type.getElementType());
  if (bytes > maxKernelConstantBytes) {
    mapping.map(op.getResult(),
                UploadOp::create(builder, op.getLoc(), getMemRefType(type),
                                 op.getName(), *storage, type.getElementType())
                    .getResult());
    return success();
  }
  memref::GlobalOp global = getGlobal(op, *storage);
  mapping.map(op.getResult(),
              memref::GetGlobalOp::create(builder, op.getLoc(),
                                          global.getType(), global.getSymName())
                  .getResult());
  return success();
}

memref::GlobalOp HostLowering::getGlobal(ConstOp op,
                                         DenseElementsAttr storage) {
  auto type = cast<ArrayType>(op.getResult().getType());
  memref::GlobalOp &global = constants[{storage, type.getElementType()}];
  if (global)
    return global;
  OpBuilder moduleBuilder(state.func);
  // A C++ identifier that no kernel has.
  global = memref::GlobalOp::create(
      moduleBuilder, op.getLoc(), getCppConstantName(op.getName()),
      moduleBuilder.getStringAttr("private"),
      MemRefType::get(storage.getType().getShape(), type.getStorageType()),
      storage,
      /*constant=*/true, /*alignment=*/IntegerAttr());
  global->setAttr(nameAttrName, op.getNameAttr());
  global->setAttr(arrayAttrName, TypeAttr::get(type));
  symbols.insert(global);
  return global;
}

void HostLowering::lowerTemp(TempOp op) {
  if (op.getPrivateIndices())
    return; // NestLowering creates it in the kernel
  auto type = cast<ArrayType>(op.getResult().getType());
  Location loc = op.getLoc();
  Value elements =
      lowerSize(builder, loc, type.getStorage(), [&](unsigned dim) {
        return getSize(loc, op.getResult(), dim);
      });
  mapping.map(op.getResult(),
              AllocOp::create(builder, loc, getMemRefType(type), op.getName(),
                              elements, type.getElementType(),
                              op.getUninitialized() ||
                                  op->hasAttr(writtenFirstAttrName))
                  .getResult());
}
