// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckLowering.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/IR/SAToldValues.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace sa;

/// Returns what an error record says about a place that can fail; null for
/// operations that cannot.
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
