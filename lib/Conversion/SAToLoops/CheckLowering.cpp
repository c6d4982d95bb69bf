// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckLowering.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/IR/SAToldValues.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace sa;

/// Returns what a record calls the type of a value that is printed.
static std::string getPrintedType(Type type, bool isUnsigned) {
  if (type.isIndex())
    return "i64";
  std::string name;
  llvm::raw_string_ostream os(name);
  if (auto complex = dyn_cast<ComplexType>(type))
    os << "complex<" << complex.getElementType() << ">";
  else
    os << (isUnsigned ? "u" : "") << type;
  return name;
}

/// Returns what an error record says about a place that can fail, or prints;
/// null for operations that do neither.
static DictionaryAttr getSite(Operation *op) {
  Builder builder(op->getContext());
  SmallVector<NamedAttribute> entries;
  if (auto check = dyn_cast<CheckedIndexOp>(op)) {
    entries.push_back(builder.getNamedAttr("array", check.getArrayAttr()));
    entries.push_back(
        builder.getNamedAttr("dimension", check.getDimensionAttr()));
    entries.push_back(builder.getNamedAttr("indices", check.getNames()));
    if (check.getIsUnsigned())
      entries.push_back(
          builder.getNamedAttr("unsigned", builder.getUnitAttr()));
  } else if (auto violate = dyn_cast<ViolateOp>(op)) {
    entries.push_back(
        builder.getNamedAttr("assumption", violate.getWhatAttr()));
    entries.push_back(builder.getNamedAttr("indices", violate.getNames()));
    if (Attribute told = violate->getAttr(toldValuesAttrName))
      entries.push_back(builder.getNamedAttr("told", told));
  } else if (auto print = dyn_cast<PrintOp>(op)) {
    SmallVector<Attribute> types;
    for (auto [position, value] : llvm::enumerate(print.getValues())) {
      bool isUnsigned =
          print.getIsUnsigned() && (*print.getIsUnsigned())[position];
      types.push_back(
          builder.getStringAttr(getPrintedType(value.getType(), isUnsigned)));
    }
    entries.push_back(builder.getNamedAttr("texts", print.getTexts()));
    entries.push_back(
        builder.getNamedAttr("types", builder.getArrayAttr(types)));
  } else {
    return {};
  }
  return builder.getDictionaryAttr(entries);
}

void sa::createErrorRecord(LoweringState &state) {
  llvm::SetVector<Attribute> sites;
  state.func.walk([&](Operation *op) {
    if (DictionaryAttr site = getSite(op))
      sites.insert(site);
  });
  if (sites.empty())
    return;
  OpBuilder &builder = state.builder;
  state.errors = ErrorRecordOp::create(
      builder, state.func.getLoc(),
      MemRefType::get({ShapedType::kDynamic}, builder.getI32Type()),
      builder.getArrayAttr(sites.getArrayRef()));
}

static void record(Lowering &lowering, Operation *op, Value value, Value size,
                   ValueRange point) {
  ErrorRecordOp errors = lowering.state.errors;
  auto *site = llvm::find(errors.getSites(), Attribute(getSite(op)));
  RecordErrorOp::create(lowering.builder, op->getLoc(), errors.getResult(),
                        site - errors.getSites().begin(), value, size,
                        lowering.lookupAll(point));
}

/// Returns the bits of a number, in 64.
static Value getBits(OpBuilder &builder, Location loc, Value value,
                     bool isUnsigned) {
  Type type = value.getType(), wide = builder.getI64Type();
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, wide, value);
  if (isa<FloatType>(type)) {
    // Devices need not have wider numbers than these.
    if (type.isF16() || type.isBF16()) {
      type = builder.getF32Type();
      value = arith::ExtFOp::create(builder, loc, type, value);
    }
    value = arith::BitcastOp::create(
        builder, loc, builder.getIntegerType(type.getIntOrFloatBitWidth()),
        value);
    isUnsigned = true;
  }
  if (value.getType() == wide)
    return value;
  if (isUnsigned || type.isInteger(1))
    return arith::ExtUIOp::create(builder, loc, wide, value);
  return arith::ExtSIOp::create(builder, loc, wide, value);
}

static void lowerPrint(Lowering &lowering, PrintOp print) {
  OpBuilder &builder = lowering.builder;
  Location loc = print.getLoc();
  SmallVector<Value> bits;
  for (auto [position, given] : llvm::enumerate(print.getValues())) {
    Value value = lowering.mapping.lookup(given);
    bool isUnsigned =
        print.getIsUnsigned() && (*print.getIsUnsigned())[position];
    if (!isa<ComplexType>(value.getType())) {
      bits.push_back(getBits(builder, loc, value, isUnsigned));
      continue;
    }
    Value parts[] = {complex::ReOp::create(builder, loc, value),
                     complex::ImOp::create(builder, loc, value)};
    for (Value part : parts)
      bits.push_back(getBits(builder, loc, part, isUnsigned));
  }
  ErrorRecordOp errors = lowering.state.errors;
  auto *site = llvm::find(errors.getSites(), Attribute(getSite(print)));
  RecordPrintOp::create(builder, loc, errors.getResult(),
                        site - errors.getSites().begin(), bits);
}

bool sa::lowerCheck(Lowering &lowering, Operation *op) {
  OpBuilder &builder = lowering.builder;
  Location loc = op->getLoc();
  if (isa<AssumeOp>(op))
    return true; // Only proofs use it.
  if (auto violate = dyn_cast<ViolateOp>(op)) {
    Value zero = lowering.getIndex(loc, 0);
    record(lowering, op, zero, zero, violate.getPoint());
    return true;
  }
  if (auto print = dyn_cast<PrintOp>(op)) {
    lowerPrint(lowering, print);
    return true;
  }
  auto check = dyn_cast<CheckedIndexOp>(op);
  if (!check)
    return false;
  Value value = lowering.mapping.lookup(check.getValue());
  Value size = lowering.mapping.lookup(check.getSize());
  // A negative number is a large one.
  auto compare = [&](arith::CmpIPredicate predicate) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, value, size);
  };
  {
    OpBuilder::InsertionGuard guard(builder);
    lowering.openIf(loc, compare(arith::CmpIPredicate::uge));
    record(lowering, op, value, size, check.getPoint());
  }
  lowering.mapping.map(
      check.getResult(),
      arith::SelectOp::create(builder, loc, compare(arith::CmpIPredicate::ult),
                              value, lowering.getIndex(loc, 0))
          .getResult());
  return true;
}

Value sa::createElementCondition(Lowering &lowering, Operation *access) {
  if (!isa<LoadOp, StoreOp, AccumulateOp, VectorLoadOp, VectorStoreOp>(access))
    return {};
  // The checks that its indices come from.
  llvm::SetVector<Value> sizes;
  SmallVector<Value> pending;
  for (Value operand : access->getOperands())
    if (operand.getType().isIndex())
      pending.push_back(operand);
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!pending.empty()) {
    Operation *source = pending.pop_back_val().getDefiningOp();
    if (!source || !seen.insert(source).second)
      continue;
    if (auto check = dyn_cast<CheckedIndexOp>(source)) {
      APInt size;
      if (!matchPattern(check.getSize(), m_ConstantInt(&size)) || size.isZero())
        sizes.insert(check.getSize());
    } else if (isPure(source) && !isa<LoadOp>(source)) {
      llvm::append_range(pending, source->getOperands());
    }
  }
  Value holds;
  for (Value size : sizes) {
    if (auto dim = size.getDefiningOp<DimOp>();
        dim &&
        !ShapedType::isDynamic(cast<ArrayType>(dim.getArray().getType())
                                   .getShape()[dim.getDimension()]) &&
        cast<ArrayType>(dim.getArray().getType())
                .getShape()[dim.getDimension()] > 0)
      continue;
    lowering.addCondition(
        access->getLoc(), holds, lowering.mapping.lookup(size),
        arith::CmpIPredicate::sgt, lowering.getIndex(access->getLoc(), 0));
  }
  return holds;
}
