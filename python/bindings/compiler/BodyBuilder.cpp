// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops, conditions and variables in the body of a nest.

#include "ModuleBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAToldValues.h"

using namespace mlir;
using namespace sa;
using namespace sa::python;

SmallVector<Value> ModuleBuilder::getAffineOperands() const {
  SmallVector<Value> operands(indexValues.begin(), indexValues.end());
  operands.append(sizeValues.begin(), sizeValues.end());
  return operands;
}

BuiltValue ModuleBuilder::beginFor(const std::string &name, AffineExpr lower,
                                   AffineExpr upper, int64_t step,
                                   const UserLocation &location) {
  auto getBound = [&](AffineExpr bound) {
    SmallVector<Value> operands = getAffineOperands();
    auto map = AffineMap::get(indexValues.size(), sizeNames.size(), bound);
    affine::canonicalizeMapAndOperands(&map, &operands);
    return std::pair(map, operands);
  };
  auto [lowerMap, lowerOperands] = getBound(lower);
  auto [upperMap, upperOperands] = getBound(upper);
  auto loop =
      affine::AffineForOp::create(builder, at(location), lowerOperands,
                                  lowerMap, upperOperands, upperMap, step);
  loop->setAttr(indexAttrName, builder.getStringAttr(name));
  builder.setInsertionPointToStart(loop.getBody());
  indexValues.push_back(loop.getInductionVar());
  return {loop.getInductionVar()};
}

void ModuleBuilder::endFor() {
  indexValues.pop_back();
  builder.setInsertionPointAfter(builder.getInsertionBlock()->getParentOp());
}

BuiltValue ModuleBuilder::beginDataFor(const std::string &name,
                                       BuiltValue lower, BuiltValue upper,
                                       int64_t step,
                                       const UserLocation &location) {
  Location loc = at(location);
  auto toIndex = [&](BuiltValue bound) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      bound.value);
  };
  Value first = toIndex(lower), end = toIndex(upper);
  Value increment = arith::ConstantIndexOp::create(builder, loc, step);
  auto loop = scf::ForOp::create(builder, loc, first, end, increment);
  loop->setAttr(indexAttrName, builder.getStringAttr(name));
  builder.setInsertionPointToStart(loop.getBody());
  return {loop.getInductionVar()};
}

void ModuleBuilder::endDataFor() {
  builder.setInsertionPointAfter(builder.getInsertionBlock()->getParentOp());
}

BuiltValue ModuleBuilder::checkedIndex(BuiltValue value, BuiltValue size,
                                       const std::string &array,
                                       int64_t dimension, bool isUnsigned,
                                       const std::vector<std::string> &names,
                                       const std::vector<BuiltValue> &point,
                                       const UserLocation &location) {
  SmallVector<StringRef> nameRefs(names.begin(), names.end());
  return {CheckedIndexOp::create(
      builder, at(location), value.value, size.value, array, dimension,
      builder.getStrArrayAttr(nameRefs), unwrap(point), isUnsigned)};
}

/// Returns a number as an error record holds it, whose type is `i64`, `u64`,
/// `f32` or `f64`: the same, or its bits.
static Value getBits(OpBuilder &builder, Location loc, Value value,
                     StringRef type) {
  auto wide = dyn_cast<FloatType>(value.getType());
  if (wide && wide.getWidth() < 32)
    value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  if (wide)
    value = arith::BitcastOp::create(
        builder, loc,
        builder.getIntegerType(value.getType().getIntOrFloatBitWidth()), value);
  if (wide || type == "u64")
    return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                        value);
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    value);
}

void ModuleBuilder::assume(BuiltValue condition, bool isUnsafe,
                           const std::string &what,
                           const std::vector<std::string> &names,
                           const std::vector<BuiltValue> &point,
                           const std::vector<ToldValue> &told,
                           const UserLocation &location) {
  SmallVector<StringRef> nameRefs(names.begin(), names.end());
  SmallVector<Value> values(unwrap(point));
  SmallVector<StringRef> types;
  for (const auto &[name, type, value] : told) {
    nameRefs.push_back(name);
    types.push_back(type);
    values.push_back(getBits(builder, at(location), value.value, type));
  }
  auto assume =
      AssumeOp::create(builder, at(location), condition.value, isUnsafe, what,
                       builder.getStrArrayAttr(nameRefs), values);
  if (!told.empty())
    assume->setAttr(toldValuesAttrName, builder.getStrArrayAttr(types));
}

void ModuleBuilder::print(const std::vector<std::string> &texts,
                          const std::vector<BuiltValue> &values,
                          const std::vector<bool> &isUnsigned,
                          const UserLocation &location) {
  SmallVector<StringRef> refs(texts.begin(), texts.end());
  SmallVector<bool> flags(isUnsigned.begin(), isUnsigned.end());
  PrintOp::create(builder, at(location), builder.getStrArrayAttr(refs),
                  unwrap(values), builder.getDenseBoolArrayAttr(flags));
}

void ModuleBuilder::beginIf(BuiltValue condition, bool hasElse,
                            const UserLocation &location) {
  auto branch =
      scf::IfOp::create(builder, at(location), condition.value, hasElse);
  builder.setInsertionPointToStart(branch.thenBlock());
}

void ModuleBuilder::beginAffineIf(const std::vector<AffineExpr> &constraints,
                                  bool hasElse, const UserLocation &location) {
  SmallVector<bool> isEquality(constraints.size(), false);
  IntegerSet set = IntegerSet::get(indexValues.size(), sizeNames.size(),
                                   constraints, isEquality);
  SmallVector<Value> operands = getAffineOperands();
  affine::canonicalizeSetAndOperands(&set, &operands);
  auto branch =
      affine::AffineIfOp::create(builder, at(location), set, operands, hasElse);
  builder.setInsertionPointToStart(branch.getThenBlock());
}

void ModuleBuilder::beginElse() {
  Operation *branch = builder.getInsertionBlock()->getParentOp();
  builder.setInsertionPointToStart(&branch->getRegion(1).front());
}

void ModuleBuilder::endIf() {
  builder.setInsertionPointAfter(builder.getInsertionBlock()->getParentOp());
}

BuiltValue ModuleBuilder::createVariable(const std::string &name,
                                         const std::string &type,
                                         const UserLocation &location) {
  auto variable = memref::AllocaOp::create(
      builder, at(location), MemRefType::get({}, getType(type).value));
  variable->setAttr(nameAttrName, builder.getStringAttr(name));
  return {variable};
}

BuiltValue ModuleBuilder::getVariable(BuiltValue variable,
                                      const UserLocation &location) {
  return {memref::LoadOp::create(builder, at(location), variable.value)};
}

void ModuleBuilder::setVariable(BuiltValue variable, BuiltValue value,
                                const UserLocation &location) {
  memref::StoreOp::create(builder, at(location), value.value, variable.value);
}
