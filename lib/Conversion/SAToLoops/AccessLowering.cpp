// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AccessLowering.h"

#include "CheckLowering.h"
#include "LaneGrowth.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
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

/// Creates an `scf.if` around what `create` creates if there is a condition.
void AccessLowering::guard(Location loc, function_ref<void()> create) {
  OpBuilder::InsertionGuard insertion(builder);
  openIf(loc, hasElement);
  create();
}

Value AccessLowering::loadStored(Location loc, Value memory, Value offset) {
  if (!hasElement)
    return memref::LoadOp::create(builder, loc, memory, offset);
  Type type = cast<MemRefType>(memory.getType()).getElementType();
  return loadGuarded(loc, type, [&] {
    return memref::LoadOp::create(builder, loc, memory, offset).getResult();
  });
}

Value AccessLowering::loadGuarded(Location loc, Type type,
                                  function_ref<Value()> create) {
  auto branch = scf::IfOp::create(builder, loc, type, hasElement,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard insertion(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, loc, create());
  builder.setInsertionPointToStart(branch.elseBlock());
  Value zero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(type)));
  scf::YieldOp::create(builder, loc, zero);
  return branch.getResult(0);
}

Value AccessLowering::load(Location loc, Value array, Value offset) {
  auto arrayType = dyn_cast<ArrayType>(array.getType());
  Type type = arrayType ? arrayType.getValueType()
                        : cast<MemRefType>(array.getType()).getElementType();
  Value memory = mapping.lookup(array);
  if (isa<ComplexType>(type)) {
    auto [realOffset, imaginaryOffset] = getPartOffsets(loc, offset);
    Value real = loadStored(loc, memory, realOffset);
    Value imaginary = loadStored(loc, memory, imaginaryOffset);
    return complex::CreateOp::create(builder, loc, type, real, imaginary);
  }
  Value stored = loadStored(loc, memory, offset);
  return fromStorage(builder, loc, stored, type);
}

void AccessLowering::store(Location loc, Value value, Value array,
                           Value offset) {
  Value memory = mapping.lookup(array);
  if (isa<ComplexType>(value.getType())) {
    std::pair<Value, Value> offsets = getPartOffsets(loc, offset);
    Value real = complex::ReOp::create(builder, loc, value);
    Value imaginary = complex::ImOp::create(builder, loc, value);
    guard(loc, [&] {
      memref::StoreOp::create(builder, loc, real, memory, offsets.first);
      memref::StoreOp::create(builder, loc, imaginary, memory, offsets.second);
    });
    return;
  }
  Value stored = toStorage(builder, loc, value);
  guard(loc,
        [&] { memref::StoreOp::create(builder, loc, stored, memory, offset); });
}

void AccessLowering::accumulateAtomically(AccumulateOp op, Value offset) {
  Location loc = op.getLoc();
  Value value = toStorage(builder, loc, mapping.lookup(op.getValue()));
  Value memory = mapping.lookup(op.getArray());
  arith::AtomicRMWKind kind = getAtomicKind(op);
  guard(loc, [&] {
    memref::AtomicRMWOp::create(builder, loc, kind, value, memory, offset);
  });
}

bool AccessLowering::lower(Operation *op) {
  Location loc = op->getLoc();
  hasElement = createElementCondition(*this, op);
  if (auto loaded = dyn_cast<LoadOp>(op)) {
    mapping.map(loaded.getResult(),
                load(loc, loaded.getArray(), getOffsetOf(loaded)));
  } else if (auto stored = dyn_cast<StoreOp>(op)) {
    Value offset = getOffsetOf(stored);
    store(loc, mapping.lookup(stored.getValue()), stored.getArray(), offset);
  } else if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
    Value offset = getOffsetOf(accumulate);
    if (accumulate.getIsAtomic()) {
      accumulateAtomically(accumulate, offset);
      return true;
    }
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
    auto create = [&] {
      return vector::LoadOp::create(builder, loc, storageType, memory,
                                    ValueRange(offsets))
          .getResult();
    };
    stored = hasElement ? loadGuarded(loc, storageType, create) : create();
  } else {
    SmallVector<Value> lanes;
    for (Value offset : offsets)
      lanes.push_back(loadStored(loc, memory, offset));
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
    guard(loc, [&] {
      auto store = vector::StoreOp::create(builder, loc, stored, memory,
                                           ValueRange(offsets));
      store.setNontemporal(op->hasAttr(nontemporalAttrName));
    });
    return;
  }
  guard(loc, [&] {
    for (auto [lane, offset] : llvm::enumerate(offsets))
      memref::StoreOp::create(
          builder, loc,
          vector::ExtractOp::create(builder, loc, stored, int64_t(lane)),
          memory, offset);
  });
}
