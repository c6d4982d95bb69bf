// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpenSizes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/Accesses/LargestIndex.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-check-accesses"

using namespace mlir;
using namespace sa;

/// Says before the nest how large the dimension must be, of which an access
/// takes the element `index`.
static LogicalResult require(const NestAccesses &nest, const Access &access,
                             unsigned dim) {
  FailureOr<SmallVector<LargestIndex>> pieces =
      findLargestIndex(nest, access.map.getResult(dim), access);
  if (failed(pieces))
    return access.op->emitOpError()
           << "accesses '" << getArrayName(access.array)
           << "', whose size of dimension " << dim
           << " is open, and how large it must be for these loops has no short "
              "answer: give the size a name, so that the loops can be checked "
              "against it";

  NestOp op = nest.getNest();
  OpBuilder builder(op);
  Location loc = access.op->getLoc();
  SmallVector<Value> symbols;
  auto apply = [&](AffineExpr expr) -> Value {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return arith::ConstantIndexOp::create(builder, loc, constant.getValue());
    if (symbols.empty())
      symbols = nest.getSymbolValues(builder, loc);
    return affine::AffineApplyOp::create(
        builder, loc, AffineMap::get(0, nest.getNumSymbols(), expr), symbols);
  };
  Value least;
  for (const LargestIndex &piece : *pieces) {
    Value need = apply(piece.value + 1);
    // Zero where it is another piece's turn, or there are no points.
    for (AffineExpr condition : piece.conditions) {
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      Value one = arith::ConstantIndexOp::create(builder, loc, 1);
      Value holds =
          arith::MaxSIOp::create(builder, loc, apply(condition + 1), zero);
      holds = arith::MinSIOp::create(builder, loc, holds, one);
      need = arith::MulIOp::create(builder, loc, need, holds);
    }
    least = least
                ? arith::MaxSIOp::create(builder, loc, least, need).getResult()
                : need;
  }
  if (!least)
    return success();
  LDBG() << "'" << getArrayName(access.array)
         << "' has a requirement for dimension " << dim;
  Value size = DimOp::create(builder, loc, access.array, dim);
  RequireOp::create(builder, loc, size, least, getArrayName(access.array), dim);
  return success();
}

LogicalResult sa::requireOpenSizes(const NestAccesses &nest) {
  // An index vector that several accesses share is looked at once.
  llvm::SmallDenseSet<std::tuple<Value, unsigned, AffineExpr>> seen;
  for (const Access &access : nest.getAccesses()) {
    auto type = cast<ArrayType>(access.array.getType());
    for (unsigned dim = 0; dim < type.getRank(); ++dim) {
      AffineExpr index = access.map.getResult(dim);
      if (!type.isOpen(dim) ||
          (access.isPlain() && !seen.insert({access.array, dim, index}).second))
        continue;
      PointSet beyond = nest.getPoints(access);
      AffineExpr size = nest.getArraySize(access, dim);
      if (failed(beyond.keepNonNegative(index - size)) ||
          !beyond.isIntegerEmpty()) {
        if (failed(require(nest, access, dim)))
          return failure();
      }
    }
  }
  return success();
}

void sa::markOpenSizes(FuncOp func) {
  llvm::DenseSet<std::pair<StringRef, int64_t>> required;
  for (RequireOp op : func.getOps<RequireOp>())
    required.insert({op.getArray(), op.getDimension()});
  OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
  for (BlockArgument argument : func.getBody().getArguments()) {
    auto type = dyn_cast<ArrayType>(argument.getType());
    for (unsigned dim = 0; type && dim < type.getRank(); ++dim) {
      StringRef name = func.getArgName(argument.getArgNumber());
      if (!type.isOpen(dim) || required.contains({name, dim}))
        continue;
      Location loc = argument.getLoc();
      Value size = DimOp::create(builder, loc, argument, dim);
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      RequireOp::create(builder, loc, size, zero, name, dim);
    }
  }
}
