// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops, conditions and memory inside of kernels, in the form that plans
// become.

#include "FunctionLowering.h"
#include "LoopPlacement.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IntegerSet.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

Value FunctionLowering::expandExpr(Location loc, AffineExpr expr,
                                   ValueRange dims, ValueRange symbols) {
  // The host's arithmetic is what a manifest has operators for.
  if (!kernel)
    return expandSize(loc, expr, dims, symbols);
  return affine::expandAffineExpr(builder, loc, expr, dims, symbols);
}

Value FunctionLowering::expandBound(Location loc, AffineMap map,
                                    ValueRange operands, bool isLower) {
  ValueRange dims = operands.take_front(map.getNumDims());
  ValueRange symbols = operands.drop_front(map.getNumDims());
  Value bound;
  for (AffineExpr expr : map.getResults()) {
    Value value = expandExpr(loc, expr, dims, symbols);
    if (!bound)
      bound = value;
    else if (isLower)
      bound = builder.createOrFold<arith::MaxSIOp>(loc, bound, value);
    else
      bound = builder.createOrFold<arith::MinSIOp>(loc, bound, value);
  }
  return bound;
}

Value FunctionLowering::expandCondition(affine::AffineIfOp op) {
  Location loc = op.getLoc();
  IntegerSet set = op.getIntegerSet();
  SmallVector<Value> operands = lookupAll(op.getOperands());
  ValueRange dims = ValueRange(operands).take_front(set.getNumDims());
  ValueRange symbols = ValueRange(operands).drop_front(set.getNumDims());
  Value zero = getIndex(loc, 0);
  Value holds;
  for (auto [constraint, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    Value fits = arith::CmpIOp::create(
        builder, loc,
        isEquality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge,
        expandExpr(loc, constraint, dims, symbols), zero);
    holds = holds ? arith::AndIOp::create(builder, loc, holds, fits) : fits;
  }
  if (!holds)
    holds = arith::ConstantIntOp::create(builder, loc, true, 1);
  return holds;
}

scf::ForOp FunctionLowering::createLoop(affine::AffineForOp loop) {
  Location loc = loop.getLoc();
  Value lower =
      expandBound(loc, loop.getLowerBoundMap(),
                  lookupAll(loop.getLowerBoundOperands()), /*isLower=*/true);
  Value upper =
      expandBound(loc, loop.getUpperBoundMap(),
                  lookupAll(loop.getUpperBoundOperands()), /*isLower=*/false);
  auto lowered = scf::ForOp::create(builder, loc, lower, upper,
                                    getIndex(loc, loop.getStepAsInt()),
                                    lookupAll(loop.getInits()));
  if (Attribute name = loop->getAttr(indexAttrName))
    lowered->setAttr(indexAttrName, name);
  mapping.map(loop.getInductionVar(), lowered.getInductionVar());
  return lowered;
}

void FunctionLowering::lowerLoop(affine::AffineForOp loop) {
  if (grid && isBoundLoop(loop))
    return lowerBoundLoop(loop);
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

void FunctionLowering::lowerIf(affine::AffineIfOp op) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = op.getLoc();
  auto lowered =
      scf::IfOp::create(builder, loc, op.getResultTypes(), expandCondition(op),
                        /*withElseRegion=*/op.hasElse());
  mapping.map(op.getResults(), lowered.getResults());
  auto lower = [&](Block &source, Block &target) {
    // Without results the block has its terminator already.
    builder.setInsertionPointToStart(&target);
    lowerBlock(source);
    if (op.getNumResults() != 0)
      scf::YieldOp::create(builder, loc,
                           lookupAll(source.getTerminator()->getOperands()));
  };
  lower(*op.getThenBlock(), *lowered.thenBlock());
  if (op.hasElse())
    lower(*op.getElseBlock(), *lowered.elseBlock());
}

void FunctionLowering::lowerRegions(Operation *op) {
  OpBuilder::InsertionGuard guard(builder);
  Operation *lowered = builder.cloneWithoutRegions(*op, mapping);
  for (auto [source, target] :
       llvm::zip_equal(op->getRegions(), lowered->getRegions())) {
    for (Block &block : source) {
      Block *copy = builder.createBlock(
          &target, target.end(), block.getArgumentTypes(),
          SmallVector<Location>(block.getNumArguments(), op->getLoc()));
      mapping.map(block.getArguments(), copy->getArguments());
      lowerBlock(block);
      builder.clone(*block.getTerminator(), mapping);
    }
  }
}

/// True when a buffer is not used any more where another one begins.
static bool isOver(BufferOp buffer, BufferOp next) {
  Block *block = buffer->getBlock();
  Operation *start = block->findAncestorOpInBlock(*next.getOperation());
  // Outside of the block that it is for.
  if (!start)
    return true;
  return start != buffer &&
         llvm::all_of(buffer->getUsers(), [&](Operation *user) {
           // What is another view of it may be used later.
           Operation *last = block->findAncestorOpInBlock(*user);
           return last && last->isBeforeInBlock(start) &&
                  llvm::none_of(user->getResultTypes(),
                                llvm::IsaPred<ArrayType>);
         });
}

void FunctionLowering::lowerBuffer(BufferOp op) {
  // The edges of a tile have buffers of their own, but not at the same time.
  // Those of a group are different: some work-items may be ahead of others.
  if (!op.getLocal()) {
    auto *over = llvm::find_if(buffers, [&](const auto &buffer) {
      BufferOp other = buffer.first;
      return other.getNameAttr() == op.getNameAttr() &&
             other.getResult().getType() == op.getResult().getType() &&
             isOver(other, op);
    });
    if (over != buffers.end()) {
      over->first = op;
      mapping.map(op.getResult(), over->second);
      return;
    }
  }
  // Once for each work-item, not for each iteration: it holds nothing at first.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(kernel.getBody());
  auto type = cast<ArrayType>(op.getResult().getType());
  int64_t size = type.getStorageSize() * getNumParts(type.getElementType());
  // A group of one work-item needs nothing that it could share.
  Attribute space;
  if (grid && op.getLocal())
    space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                       gpu::AddressSpace::Workgroup);
  auto memory = memref::AllocaOp::create(
      builder, op.getLoc(),
      MemRefType::get({size}, type.getStorageType(),
                      MemRefLayoutAttrInterface(), space));
  memory->setAttr(nameAttrName, op.getNameAttr());
  memory->setAttr(arrayAttrName, TypeAttr::get(type));
  mapping.map(op.getResult(), memory.getResult());
  if (!op.getLocal())
    buffers.emplace_back(op, memory.getResult());
}
