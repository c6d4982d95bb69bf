// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ExtendedSizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sa;

/// Finds an argument of `func` and a dimension of it with the size `name`.
static std::optional<std::pair<BlockArgument, unsigned>>
findArgument(FuncOp func, StringRef name) {
  for (BlockArgument argument : func.getBody().getArguments()) {
    auto type = dyn_cast<ArrayType>(argument.getType());
    for (unsigned dim = 0; type && dim < type.getRank(); ++dim)
      if (ShapedType::isDynamic(type.getShape()[dim]) &&
          getSizeName(argument, dim) == name)
        return std::pair(argument, dim);
  }
  return std::nullopt;
}

LogicalResult sa::requireExtendedSize(const NestAccesses &nest,
                                      const Access &access) {
  for (unsigned symbol = 0; symbol < nest.getNumSymbols(); ++symbol) {
    if (!nest.isSize(symbol))
      continue;
    MLIRContext *context = access.op->getContext();
    auto distance = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
        access.emptySize - getAffineSymbolExpr(symbol, context), 0,
        nest.getNumSymbols()));
    if (!distance)
      continue;
    auto func = access.op->getParentOfType<FuncOp>();
    auto found = findArgument(func, nest.getSymbolName(symbol));
    if (!found)
      break;
    auto [argument, dim] = *found;
    StringRef name = func.getArgName(argument.getArgNumber());
    int64_t least = 1 - distance.getValue();
    for (RequireOp op : func.getOps<RequireOp>()) {
      APInt known;
      if (op.getArray() == name && op.getDimension() == dim &&
          matchPattern(op.getLeast(), m_ConstantInt(&known)) &&
          known.getSExtValue() >= least)
        return success();
    }
    OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
    Location loc = access.op->getLoc();
    Value size = DimOp::create(builder, loc, argument, dim);
    Value needed = arith::ConstantIndexOp::create(builder, loc, least);
    RequireOp::create(builder, loc, size, needed, name, dim);
    return success();
  }
  return access.op->emitOpError()
         << "accesses '" << getArrayName(access.array)
         << "' at an index that is extended to a size, or divided by one, that "
            "can be zero here: an array without elements does not go on; use a "
            "size of an argument, or constrain the nest to where the size is "
            "positive";
}
