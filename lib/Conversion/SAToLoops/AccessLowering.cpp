// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AccessLowering.h"

#include "LaneGrowth.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "sa/Dialect/SA/Transforms/Arithmetic/Accumulate.h"

using namespace mlir;
using namespace sa;

Value sa::fromStorage(OpBuilder &builder, Location loc, Value stored,
                      Type type) {
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

Value sa::toStorage(OpBuilder &builder, Location loc, Value value) {
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

std::pair<Value, Value> AccessLowering::getPartOffsets(Location loc,
                                                       Value offset) {
  Value real =
      builder.createOrFold<arith::MulIOp>(loc, offset, getIndex(loc, 2));
  Value imaginary =
      builder.createOrFold<arith::AddIOp>(loc, real, getIndex(loc, 1));
  return {real, imaginary};
}

Value AccessLowering::load(Location loc, Value array, Value offset) {
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
  return fromStorage(builder, loc, stored, type);
}

void AccessLowering::store(Location loc, Value value, Value array,
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
  memref::StoreOp::create(builder, loc, toStorage(builder, loc, value), memory,
                          offset);
}

bool AccessLowering::lower(Operation *op) {
  Location loc = op->getLoc();
  if (auto loaded = dyn_cast<LoadOp>(op)) {
    mapping.map(loaded.getResult(),
                load(loc, loaded.getArray(), getOffsetOf(loaded)));
  } else if (auto stored = dyn_cast<StoreOp>(op)) {
    Value offset = getOffsetOf(stored);
    store(loc, mapping.lookup(stored.getValue()), stored.getArray(), offset);
  } else if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
    Value offset = getOffsetOf(accumulate);
    Value old = load(loc, accumulate.getArray(), offset);
    Value combined = createCombine(builder, accumulate, old,
                                   mapping.lookup(accumulate.getValue()));
    store(loc, combined, accumulate.getArray(), offset);
  } else if (auto prefetch = dyn_cast<PrefetchElementOp>(op)) {
    Value offset = getOffsetOf(prefetch);
    auto type = cast<ArrayType>(prefetch.getArray().getType());
    if (isa<ComplexType>(type.getElementType()))
      offset = getPartOffsets(loc, offset).first;
    memref::PrefetchOp::create(
        builder, loc, mapping.lookup(prefetch.getArray()), offset,
        /*isWrite=*/false, /*localityHint=*/3, /*isDataCache=*/true);
  } else if (auto load = dyn_cast<VectorLoadOp>(op)) {
    lowerVectorLoad(load);
  } else if (auto store = dyn_cast<VectorStoreOp>(op)) {
    lowerVectorStore(store);
  } else {
    return false;
  }
  return true;
}

template <typename OpT>
SmallVector<Value> AccessLowering::getLaneOffsets(OpT op, int64_t numLanes) {
  Location loc = op.getLoc();
  ArrayRef<int64_t> increments = op.getSteps();
  std::optional<int64_t> growth =
      getLaneGrowth(cast<ArrayType>(op.getArray().getType()).getOffset(),
                    op.getIndices(), increments, numLanes);
  SmallVector<Value> first = lookupAll(op.getIndices());
  SmallVector<Value> offsets = {getOffset(loc, op.getArray(), first)};
  if (growth == 1)
    return offsets;
  auto add = [&](Value index, int64_t distance) {
    return builder.createOrFold<arith::AddIOp>(loc, index,
                                               getIndex(loc, distance));
  };
  for (int64_t lane = 1; lane < numLanes; ++lane) {
    if (growth) {
      offsets.push_back(add(offsets.front(), lane * *growth));
      continue;
    }
    SmallVector<Value> indices;
    for (auto [index, increment] : llvm::zip_equal(first, increments))
      indices.push_back(add(index, lane * increment));
    offsets.push_back(getOffset(loc, op.getArray(), indices));
  }
  return offsets;
}

void AccessLowering::lowerVectorLoad(VectorLoadOp op) {
  Location loc = op.getLoc();
  auto type = cast<VectorType>(op.getType());
  SmallVector<Value> offsets = getLaneOffsets(op, type.getNumElements());
  Value memory = mapping.lookup(op.getArray());
  auto storageType =
      type.clone(cast<ArrayType>(op.getArray().getType()).getStorageType());
  Value stored;
  if (offsets.size() == 1) {
    stored = vector::LoadOp::create(builder, loc, storageType, memory,
                                    ValueRange(offsets));
  } else {
    SmallVector<Value> lanes;
    for (Value offset : offsets)
      lanes.push_back(memref::LoadOp::create(builder, loc, memory, offset));
    stored = vector::FromElementsOp::create(builder, loc, storageType, lanes);
  }
  mapping.map(op.getResult(), fromStorage(builder, loc, stored, type));
}

void AccessLowering::lowerVectorStore(VectorStoreOp op) {
  Location loc = op.getLoc();
  auto type = cast<VectorType>(op.getValue().getType());
  SmallVector<Value> offsets = getLaneOffsets(op, type.getNumElements());
  Value memory = mapping.lookup(op.getArray());
  Value stored = toStorage(builder, loc, mapping.lookup(op.getValue()));
  if (offsets.size() == 1) {
    vector::StoreOp::create(builder, loc, stored, memory, ValueRange(offsets));
    return;
  }
  for (auto [lane, offset] : llvm::enumerate(offsets))
    memref::StoreOp::create(
        builder, loc,
        vector::ExtractOp::create(builder, loc, stored, int64_t(lane)), memory,
        offset);
}
