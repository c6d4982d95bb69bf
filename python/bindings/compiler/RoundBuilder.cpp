// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of rounds around nests and calls.

#include "ModuleBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace sa;
using namespace sa::python;

OpFoldResult
ModuleBuilder::getNumber(const std::variant<int64_t, AffineExpr> &number,
                         Location loc) {
  if (const auto *constant = std::get_if<int64_t>(&number))
    return builder.getIndexAttr(*constant);
  auto expr = std::get<AffineExpr>(number);
  if (auto symbol = mlir::dyn_cast<AffineSymbolExpr>(expr))
    return sizeValues[symbol.getPosition()];
  return affine::AffineApplyOp::create(
             builder, loc, AffineMap::get(0, sizeNames.size(), expr),
             sizeValues)
      .getResult();
}

void ModuleBuilder::beginLoop(
    const std::string &name,
    const std::variant<int64_t, AffineExpr, BuiltValue> &limit,
    const std::optional<BuiltValue> &flag, const std::vector<int64_t> &position,
    int64_t every, const UserLocation &location) {
  Location loc = at(location);
  OpFoldResult end;
  if (const auto *value = std::get_if<BuiltValue>(&limit))
    end = value->value;
  else if (const auto *number = std::get_if<int64_t>(&limit))
    end = getNumber(*number, loc);
  else
    end = getNumber(std::get<AffineExpr>(limit), loc);
  auto loop = LoopOp::create(builder, loc, name, end,
                             flag ? flag->value : Value(), position, every);
  sizeNames.push_back(name);
  sizeValues.push_back(loop.getIndex());
  builder.setInsertionPoint(loop.getBody().front().getTerminator());
}

void ModuleBuilder::swap(BuiltValue lhs, BuiltValue rhs,
                         const UserLocation &location) {
  SwapOp::create(builder, at(location), lhs.value, rhs.value);
}

void ModuleBuilder::endLoop() {
  sizeNames.pop_back();
  sizeValues.pop_back();
  builder.setInsertionPointAfter(builder.getInsertionBlock()->getParentOp());
}
