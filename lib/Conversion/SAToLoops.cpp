// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sa → loops: nests become loops, arrays become flat memory.

#include "ConstantStorage.h"
#include "IndexToArith.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "sa/Conversion/Passes.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Support/CppNames.h"
#include "llvm/ADT/StringMap.h"

namespace sa {
#define GEN_PASS_DEF_CONVERTSATOLOOPS
#include "sa/Conversion/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

/// Constants of more bytes are not compiled into the kernels.
static constexpr int64_t maxKernelConstantBytes = 4096;

namespace {

/// Lowers one function. The arrays of the old body map to flat memrefs, all
/// other values to their clones.
class FunctionLowering {
public:
  FunctionLowering(FuncOp func, SymbolTable &symbols)
      : func(func), symbols(symbols), builder(func) {}

  LogicalResult run();

private:
  void lowerSignature();
  /// The type of an argument with a name for every run-time size.
  ArrayType nameSizes(ArrayType type, unsigned argument);
  LogicalResult lowerConst(ConstOp op);
  void lowerTemp(TempOp op);
  void lowerNest(NestOp op);
  void lowerBlock(Block &block);
  void lowerOp(Operation *op);
  void lowerAccumulate(AccumulateOp op);

  /// A size that the host computes, in operations that a manifest can express.
  Value expandSize(Location loc, AffineExpr expr, ValueRange dims,
                   ValueRange symbols);
  /// The offset of an element in its array's storage.
  Value getOffset(Location loc, Value array, ValueRange indices);
  Value loadElement(Location loc, Value array, Value offset);
  void storeElement(Location loc, Value value, Value array, Value offset);
  /// A value of `type` from what stands for it in memory and in signatures.
  Value fromStorage(Location loc, Value stored, Type type);
  Value toStorage(Location loc, Value value);
  Value getSize(Location loc, Value array, unsigned dim);
  Value getIndex(Location loc, int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  MemRefType getMemRefType(ArrayType type) {
    return MemRefType::get({ShapedType::kDynamic}, type.getStorageType());
  }

  FuncOp func;
  SymbolTable &symbols;
  OpBuilder builder;
  IRMapping mapping;
  /// The run-time sizes of the function by their names.
  llvm::StringMap<Value> sizes;
};

} // namespace

LogicalResult FunctionLowering::run() {
  lowerSignature();
  for (Operation &op : func.getBody().front().without_terminator()) {
    if (auto constant = dyn_cast<ConstOp>(op)) {
      if (failed(lowerConst(constant)))
        return failure();
    } else if (auto temp = dyn_cast<TempOp>(op)) {
      lowerTemp(temp);
    } else if (auto nest = dyn_cast<NestOp>(op)) {
      lowerNest(nest);
    } else {
      lowerOp(&op);
    }
  }
  func::ReturnOp::create(builder, func.getLoc());
  Operation *lowered = builder.getInsertionBlock()->getParentOp();
  symbols.erase(func);
  symbols.insert(lowered);
  return success();
}

ArrayType FunctionLowering::nameSizes(ArrayType type, unsigned argument) {
  SmallVector<StringAttr> names;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.getShape()[dim] == ShapedType::kDynamic)
      names.push_back(builder.getStringAttr(func.getSizeName(argument, dim)));
  return ArrayType::get(type.getShape(), type.getElementType(), type.getRole(),
                        type.getLayout(), names);
}

void FunctionLowering::lowerSignature() {
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  SmallVector<Location> locations;
  auto add = [&](Type type, StringRef name, StringAttr kind, Attribute value,
                 Location loc) {
    types.push_back(type);
    locations.push_back(loc);
    attributes.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr(nameAttrName, builder.getStringAttr(name)),
         NamedAttribute(kind, value)}));
  };
  for (BlockArgument argument : func.getBody().getArguments()) {
    StringRef name = func.getArgName(argument.getArgNumber());
    if (auto array = dyn_cast<ArrayType>(argument.getType()))
      add(getMemRefType(array), name, builder.getStringAttr(arrayAttrName),
          TypeAttr::get(nameSizes(array, argument.getArgNumber())),
          argument.getLoc());
    else
      add(getStorageType(argument.getType()), name,
          builder.getStringAttr(scalarAttrName),
          TypeAttr::get(argument.getType()), argument.getLoc());
  }
  SmallVector<std::string> sizeNames = func.getSizeNames();
  for (StringRef name : sizeNames)
    add(builder.getIndexType(), name, builder.getStringAttr(sizeAttrName),
        builder.getUnitAttr(), func.getLoc());

  auto lowered = func::FuncOp::create(builder, func.getLoc(), func.getSymName(),
                                      builder.getFunctionType(types, {}));
  lowered.setAllArgAttrs(attributes);
  if (Attribute report = func->getAttr(reportAttrName))
    lowered->setAttr(reportAttrName, report);
  Block *entry = lowered.addEntryBlock();
  for (auto [argument, loc] : llvm::zip_equal(entry->getArguments(), locations))
    argument.setLoc(loc);
  builder.setInsertionPointToStart(entry);
  unsigned numArguments = func.getNumArguments();
  for (BlockArgument argument : func.getBody().getArguments()) {
    Value stored = entry->getArgument(argument.getArgNumber());
    mapping.map(argument, isa<ArrayType>(argument.getType())
                              ? stored
                              : fromStorage(argument.getLoc(), stored,
                                            argument.getType()));
  }
  for (auto [name, value] : llvm::zip_equal(
           sizeNames, entry->getArguments().drop_front(numArguments)))
    sizes[name] = value;
}

LogicalResult FunctionLowering::lowerConst(ConstOp op) {
  FailureOr<DenseElementsAttr> storage = getConstantStorage(op);
  if (failed(storage))
    return failure();
  auto type = cast<ArrayType>(op.getResult().getType());
  // A large constant is data, not code: kernels would take long to compile.
  int64_t bytes = type.getStorageSize() *
                  (type.getStorageType().getIntOrFloatBitWidth() / 8);
  if (bytes > maxKernelConstantBytes) {
    mapping.map(op.getResult(),
                UploadOp::create(builder, op.getLoc(), getMemRefType(type),
                                 op.getName(), *storage, type.getElementType())
                    .getResult());
    return success();
  }
  auto globalType =
      MemRefType::get({type.getStorageSize()}, type.getStorageType());
  OpBuilder moduleBuilder(func);
  // No kernel is called like this, and C++ can use it as it is.
  std::string symbol = getCppConstantName(op.getName());
  auto global = memref::GlobalOp::create(
      moduleBuilder, op.getLoc(), symbol,
      moduleBuilder.getStringAttr("private"), globalType, *storage,
      /*constant=*/true, /*alignment=*/IntegerAttr());
  global->setAttr(nameAttrName, op.getNameAttr());
  global->setAttr(arrayAttrName, TypeAttr::get(type));
  symbols.insert(global);
  mapping.map(op.getResult(),
              memref::GetGlobalOp::create(builder, op.getLoc(), globalType,
                                          global.getSymName())
                  .getResult());
  return success();
}

void FunctionLowering::lowerTemp(TempOp op) {
  auto type = cast<ArrayType>(op.getResult().getType());
  Location loc = op.getLoc();
  Value elements;
  if (type.hasStaticShape()) {
    elements = getIndex(loc, type.getStorageSize());
  } else {
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      Value size = getSize(loc, op.getResult(), dim);
      elements = elements
                     ? builder.createOrFold<arith::MulIOp>(loc, elements, size)
                     : size;
    }
  }
  mapping.map(op.getResult(),
              AllocOp::create(builder, loc, getMemRefType(type), op.getName(),
                              elements, type.getElementType())
                  .getResult());
}

Value FunctionLowering::getSize(Location loc, Value array, unsigned dim) {
  auto type = cast<ArrayType>(array.getType());
  int64_t size = type.getShape()[dim];
  if (size != ShapedType::kDynamic)
    return getIndex(loc, size);
  if (auto argument = dyn_cast<BlockArgument>(array))
    return sizes.lookup(func.getSizeName(argument.getArgNumber(), dim));
  return sizes.lookup(type.getSizeName(dim).getValue());
}

void FunctionLowering::lowerNest(NestOp nest) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = nest.getLoc();
  SmallVector<Value> nestSizes;
  for (OpFoldResult size : nest.getMixedSizes())
    nestSizes.push_back(
        isa<Attribute>(size)
            ? getIndex(loc, cast<IntegerAttr>(cast<Attribute>(size)).getInt())
            : mapping.lookup(cast<Value>(size)));

  // 1. The parallel indices are the range; a nest without any is one work-item.
  SmallVector<unsigned> parallel, sequential;
  for (unsigned position = 0; position < nest.getRank(); ++position)
    (nest.isParallel(position) ? parallel : sequential).push_back(position);
  Value zero = getIndex(loc, 0), one = getIndex(loc, 1);
  SmallVector<Value> upper;
  SmallVector<StringRef> names;
  for (unsigned position : parallel) {
    Value size = nestSizes[position];
    // A computed size may be negative, and means no iterations then.
    auto given = dyn_cast<Value>(nest.getMixedSizes()[position]);
    if (given && !given.getDefiningOp<DimOp>() && !getConstantIntValue(size))
      size = arith::MaxSIOp::create(builder, loc, size, zero);
    upper.push_back(size);
    names.push_back(nest.getIndexName(position));
  }
  if (upper.empty())
    upper.push_back(one);
  auto range = scf::ParallelOp::create(
      builder, loc, SmallVector<Value>(upper.size(), zero), upper,
      SmallVector<Value>(upper.size(), one));
  range->setAttr(indicesAttrName, builder.getStrArrayAttr(names));
  for (auto [position, index] : llvm::zip(parallel, range.getInductionVars()))
    mapping.map(nest.getIndices()[position], index);
  builder.setInsertionPointToStart(range.getBody());

  // 2. The others are loops inside, in the nest's order.
  for (unsigned position : sequential) {
    auto loop =
        scf::ForOp::create(builder, loc, zero, nestSizes[position], one);
    loop->setAttr(indexAttrName,
                  builder.getStringAttr(nest.getIndexName(position)));
    mapping.map(nest.getIndices()[position], loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }

  // 3. The body.
  lowerBlock(nest.getBody().front());
}

void FunctionLowering::lowerBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    lowerOp(&op);
}

void FunctionLowering::lowerOp(Operation *op) {
  Location loc = op->getLoc();
  auto lookupAll = [&](ValueRange values) {
    return llvm::map_to_vector(
        values, [&](Value value) { return mapping.lookup(value); });
  };
  if (auto load = dyn_cast<LoadOp>(op)) {
    Value offset =
        getOffset(loc, load.getArray(), lookupAll(load.getIndices()));
    mapping.map(load.getResult(), loadElement(loc, load.getArray(), offset));
  } else if (auto store = dyn_cast<StoreOp>(op)) {
    Value offset =
        getOffset(loc, store.getArray(), lookupAll(store.getIndices()));
    storeElement(loc, mapping.lookup(store.getValue()), store.getArray(),
                 offset);
  } else if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
    lowerAccumulate(accumulate);
  } else if (auto dim = dyn_cast<DimOp>(op)) {
    mapping.map(dim.getResult(),
                getSize(loc, dim.getArray(), dim.getDimension()));
  } else if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    if (isa<FuncOp>(op->getParentOp())) {
      mapping.map(apply.getResult(),
                  expandSize(loc, apply.getAffineMap().getResult(0),
                             lookupAll(apply.getDimOperands()),
                             lookupAll(apply.getSymbolOperands())));
      return;
    }
    std::optional<SmallVector<Value, 8>> expanded = affine::expandAffineMap(
        builder, loc, apply.getAffineMap(), lookupAll(apply.getMapOperands()));
    mapping.map(apply.getResult(), expanded->front());
  } else if (!lowerIndexOp(builder, op, mapping)) {
    builder.clone(*op, mapping);
  }
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
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::CeilDiv:
    return arith::CeilDivSIOp::create(builder, loc, lhs, rhs);
  default:
    break;
  }
  Value quotient = arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return quotient;
  Value whole = arith::MulIOp::create(builder, loc, quotient, rhs);
  return arith::SubIOp::create(builder, loc, lhs, whole);
}

Value FunctionLowering::getOffset(Location loc, Value array,
                                  ValueRange indices) {
  auto type = cast<ArrayType>(array.getType());
  auto add = [&](Value lhs, Value rhs) -> Value {
    return lhs ? builder.createOrFold<arith::AddIOp>(loc, lhs, rhs) : rhs;
  };
  if (type.hasStaticShape()) {
    Value offset;
    for (auto [index, stride] :
         llvm::zip_equal(indices, type.getStaticStrides()))
      if (stride != 0)
        offset = add(offset, builder.createOrFold<arith::MulIOp>(
                                 loc, index, getIndex(loc, stride)));
    if (!offset)
      return getIndex(loc, type.getOffset());
    return type.getOffset() == 0 ? offset
                                 : add(offset, getIndex(loc, type.getOffset()));
  }
  // Row-major with run-time sizes: ((i * n1 + j) * n2 + k) …
  Value offset;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    if (offset)
      offset = builder.createOrFold<arith::MulIOp>(loc, offset,
                                                   getSize(loc, array, dim));
    offset = add(offset, index);
  }
  return offset;
}

Value FunctionLowering::loadElement(Location loc, Value array, Value offset) {
  Value stored =
      memref::LoadOp::create(builder, loc, mapping.lookup(array), offset);
  return fromStorage(loc, stored,
                     cast<ArrayType>(array.getType()).getValueType());
}

void FunctionLowering::storeElement(Location loc, Value value, Value array,
                                    Value offset) {
  memref::StoreOp::create(builder, loc, toStorage(loc, value),
                          mapping.lookup(array), offset);
}

Value FunctionLowering::fromStorage(Location loc, Value stored, Type type) {
  if (type.isInteger(1))
    return arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, stored,
        arith::ConstantIntOp::create(builder, loc, 0, 8));
  if (type.isBF16())
    return arith::BitcastOp::create(builder, loc, type, stored);
  return stored;
}

Value FunctionLowering::toStorage(Location loc, Value value) {
  Type storageType = getStorageType(value.getType());
  if (value.getType().isInteger(1))
    return arith::ExtUIOp::create(builder, loc, storageType, value);
  if (value.getType().isBF16())
    return arith::BitcastOp::create(builder, loc, storageType, value);
  return value;
}

/// How an accumulation combines two values: the kind of atomic update that
/// means the same, which `arith` knows how to spell.
static arith::AtomicRMWKind getCombiner(AccumulateKind kind, Type type,
                                        bool isUnsigned) {
  bool isFloat = isa<FloatType>(type);
  switch (kind) {
  case AccumulateKind::Add:
    return isFloat ? arith::AtomicRMWKind::addf : arith::AtomicRMWKind::addi;
  case AccumulateKind::Mul:
    return isFloat ? arith::AtomicRMWKind::mulf : arith::AtomicRMWKind::muli;
  case AccumulateKind::Min:
    return isFloat      ? arith::AtomicRMWKind::minimumf
           : isUnsigned ? arith::AtomicRMWKind::minu
                        : arith::AtomicRMWKind::mins;
  case AccumulateKind::Max:
    return isFloat      ? arith::AtomicRMWKind::maximumf
           : isUnsigned ? arith::AtomicRMWKind::maxu
                        : arith::AtomicRMWKind::maxs;
  case AccumulateKind::And:
    return arith::AtomicRMWKind::andi;
  case AccumulateKind::Or:
    return arith::AtomicRMWKind::ori;
  }
  llvm_unreachable("unknown accumulation");
}

void FunctionLowering::lowerAccumulate(AccumulateOp op) {
  Location loc = op.getLoc();
  auto type = cast<ArrayType>(op.getArray().getType());
  SmallVector<Value> indices = llvm::map_to_vector(
      op.getIndices(), [&](Value index) { return mapping.lookup(index); });
  Value offset = getOffset(loc, op.getArray(), indices);
  Value old = loadElement(loc, op.getArray(), offset);
  Value combined = arith::getReductionOp(
      getCombiner(op.getKind(), type.getValueType(), type.isUnsigned()),
      builder, loc, old, mapping.lookup(op.getValue()));
  storeElement(loc, combined, op.getArray(), offset);
}

namespace {
class ConvertSAToLoops
    : public sa::impl::ConvertSAToLoopsBase<ConvertSAToLoops> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (FuncOp func :
         llvm::make_early_inc_range(getOperation().getOps<FuncOp>())) {
      if (failed(FunctionLowering(func, symbols).run()))
        return signalPassFailure();
    }
  }
};
} // namespace
