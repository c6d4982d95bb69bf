// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the bodies of functions and nests do: accesses become loads and stores
// of flat memory, the rest is copied.

#include "FunctionLowering.h"
#include "IndexToArith.h"
#include "OffsetLowering.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/TypeUtilities.h"
#include "sa/Dialect/SA/Transforms/Accumulate.h"

using namespace mlir;
using namespace sa;

void FunctionLowering::lowerBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    lowerOp(&op);
}

void FunctionLowering::lowerOp(Operation *op) {
  Location loc = op->getLoc();
  if (auto load = dyn_cast<LoadOp>(op)) {
    Value offset =
        getOffset(loc, load.getArray(), lookupAll(load.getIndices()));
    mapping.map(load.getResult(), loadElement(loc, load.getArray(), offset));
  } else if (auto store = dyn_cast<StoreOp>(op)) {
    Value offset =
        getOffset(loc, store.getArray(), lookupAll(store.getIndices()));
    storeElement(loc, mapping.lookup(store.getValue()), store.getArray(),
                 offset);
  } else if (auto touch = dyn_cast<TouchOp>(op)) {
    lowerTouch(touch);
  } else if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
    lowerAccumulate(accumulate);
  } else if (auto load = dyn_cast<VectorLoadOp>(op)) {
    lowerVectorLoad(load);
  } else if (auto store = dyn_cast<VectorStoreOp>(op)) {
    lowerVectorStore(store);
  } else if (auto require = dyn_cast<RequireOp>(op)) {
    lowerRequire(require);
  } else if (isa<BoundOp>(op)) {
    // It has been proven.
  } else if (auto dim = dyn_cast<DimOp>(op)) {
    mapping.map(dim.getResult(),
                getSize(loc, dim.getArray(), dim.getDimension()));
  } else if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    mapping.map(apply.getResult(),
                expandExpr(loc, apply.getAffineMap().getResult(0),
                           lookupAll(apply.getDimOperands()),
                           lookupAll(apply.getSymbolOperands())));
  } else if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    lowerLoop(loop);
  } else if (auto condition = dyn_cast<affine::AffineIfOp>(op)) {
    lowerIf(condition);
  } else if (auto buffer = dyn_cast<BufferOp>(op)) {
    lowerBuffer(buffer);
  } else if (isa<gpu::BarrierOp>(op)) {
    // Other groups have one work-item, which waits for nobody.
    if (grid)
      builder.clone(*op, mapping);
  } else if (op->getNumRegions() != 0) {
    lowerRegions(op);
  } else if (!lowerVariableOp(op) && !lowerIndexOp(builder, op, mapping)) {
    builder.clone(*op, mapping);
  }
}

void FunctionLowering::lowerTouch(TouchOp op) {
  Location loc = op.getLoc();
  auto type = cast<ArrayType>(op.getArray().getType());
  Value offset = getOffset(loc, op.getArray(), lookupAll(op.getIndices()));
  if (isa<ComplexType>(type.getElementType()))
    offset = getPartOffsets(loc, offset).first;
  memref::PrefetchOp::create(builder, loc, mapping.lookup(op.getArray()),
                             offset, /*isWrite=*/false, /*localityHint=*/3,
                             /*isDataCache=*/true);
}

void FunctionLowering::lowerRequire(RequireOp op) {
  RequireOp::create(builder, op.getLoc(), mapping.lookup(op.getSize()),
                    mapping.lookup(op.getLeast()), op.getArray(),
                    op.getDimension());
}

Value FunctionLowering::expandSize(Location loc, AffineExpr expr,
                                   ValueRange dims, ValueRange symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return getIndex(loc, constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = expandSize(loc, binary.getLHS(), dims, symbols);
  Value rhs = expandSize(loc, binary.getRHS(), dims, symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return createSizeOp(builder, loc, OffsetExpr::Kind::Add, lhs, rhs);
  case AffineExprKind::Mul:
    return createSizeOp(builder, loc, OffsetExpr::Kind::Mul, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return createSizeOp(builder, loc, OffsetExpr::Kind::FloorDiv, lhs, rhs);
  case AffineExprKind::CeilDiv:
    return builder.createOrFold<arith::CeilDivSIOp>(loc, lhs, rhs);
  default:
    return createSizeOp(builder, loc, OffsetExpr::Kind::Mod, lhs, rhs);
  }
}

Value FunctionLowering::getOffset(Location loc, Value array,
                                  ValueRange indices) {
  SmallVector<Value> operands(indices);
  return lowerOffset(
      builder, loc, cast<ArrayType>(array.getType()).getOffset(),
      {operands, [&](unsigned dim) { return getSize(loc, array, dim); }});
}

std::pair<Value, Value> FunctionLowering::getPartOffsets(Location loc,
                                                         Value offset) {
  Value real =
      builder.createOrFold<arith::MulIOp>(loc, offset, getIndex(loc, 2));
  Value imaginary =
      builder.createOrFold<arith::AddIOp>(loc, real, getIndex(loc, 1));
  return {real, imaginary};
}

Value FunctionLowering::loadElement(Location loc, Value array, Value offset) {
  auto arrayType = dyn_cast<ArrayType>(array.getType());
  Type type = arrayType ? arrayType.getValueType()
                        : cast<MemRefType>(array.getType()).getElementType();
  Value memory = mapping.lookup(array);
  if (isa<ComplexType>(type)) {
    auto [realOffset, imaginaryOffset] = getPartOffsets(loc, offset);
    Value real = memref::LoadOp::create(builder, loc, memory, realOffset);
    Value imaginary =
        memref::LoadOp::create(builder, loc, memory, imaginaryOffset);
    return complex::CreateOp::create(builder, loc, type, real, imaginary);
  }
  Value stored = memref::LoadOp::create(builder, loc, memory, offset);
  return fromStorage(loc, stored, type);
}

void FunctionLowering::storeElement(Location loc, Value value, Value array,
                                    Value offset) {
  Value memory = mapping.lookup(array);
  if (isa<ComplexType>(value.getType())) {
    auto [realOffset, imaginaryOffset] = getPartOffsets(loc, offset);
    Value real = complex::ReOp::create(builder, loc, value);
    Value imaginary = complex::ImOp::create(builder, loc, value);
    memref::StoreOp::create(builder, loc, real, memory, realOffset);
    memref::StoreOp::create(builder, loc, imaginary, memory, imaginaryOffset);
    return;
  }
  memref::StoreOp::create(builder, loc, toStorage(loc, value), memory, offset);
}

Value FunctionLowering::fromStorage(Location loc, Value stored, Type type) {
  Type elementType = getElementTypeOrSelf(type);
  if (elementType.isInteger(1))
    return arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, stored,
        arith::ConstantOp::create(builder, loc,
                                  builder.getZeroAttr(stored.getType())));
  if (elementType.isBF16())
    return arith::BitcastOp::create(builder, loc, type, stored);
  return stored;
}

Value FunctionLowering::toStorage(Location loc, Value value) {
  Type elementType = getElementTypeOrSelf(value.getType());
  Type storageType = getStorageType(elementType);
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    storageType = vector.clone(storageType);
  if (elementType.isInteger(1))
    return arith::ExtUIOp::create(builder, loc, storageType, value);
  if (elementType.isBF16())
    return arith::BitcastOp::create(builder, loc, storageType, value);
  return value;
}

void FunctionLowering::lowerAccumulate(AccumulateOp op) {
  Location loc = op.getLoc();
  Value offset = getOffset(loc, op.getArray(), lookupAll(op.getIndices()));
  Value old = loadElement(loc, op.getArray(), offset);
  Value combined =
      createCombine(builder, op, old, mapping.lookup(op.getValue()));
  storeElement(loc, combined, op.getArray(), offset);
}
