// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpenSizes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace sa;

/// The largest value of `index` at the points of a nest whose space does not
/// depend on sizes; exact. Nothing when there are no points.
static std::optional<int64_t> findLargestIndex(const NestAccesses &nest,
                                               AffineExpr index) {
  // The smallest value of the first variable, which is -index.
  PointSet points(1 + nest.getRank(), nest.getNumSymbols());
  nest.addPoints(points, 1);
  AffineExpr first = getAffineDimExpr(0, index.getContext());
  (void)points.keepZero(first + index.shiftDims(nest.getRank(), 1));
  // The symbols do not matter here, and must not be free.
  unsigned firstSymbol = points.getNumDimVars();
  for (unsigned i = 0; i < nest.getNumSymbols(); ++i)
    points.addBound(presburger::BoundType::EQ, firstSymbol + i, 0);
  points.convertVarKind(presburger::VarKind::Symbol, 0, nest.getNumSymbols(),
                        presburger::VarKind::SetDim);
  auto least = points.findIntegerLexMin();
  if (least.isEmpty())
    return std::nullopt;
  assert(least.isBounded() && "the nest is a box");
  return -static_cast<int64_t>((*least)[0]);
}

/// The largest (or smallest) value that `expr` can have in the nest's box, as
/// an expression of the symbols. It is exact where `expr` has no remainders and
/// nothing constrains the box.
static AffineExpr getExtreme(const NestAccesses &nest, AffineExpr expr,
                             bool largest) {
  MLIRContext *context = expr.getContext();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return largest ? nest.getSizes()[dim.getPosition()] - 1
                   : getAffineConstantExpr(0, context);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr rhs = binary.getRHS();
  if (expr.getKind() == AffineExprKind::Add)
    return getExtreme(nest, binary.getLHS(), largest) +
           getExtreme(nest, rhs, largest);
  int64_t constant = cast<AffineConstantExpr>(rhs).getValue();
  if (expr.getKind() == AffineExprKind::Mod)
    return getAffineConstantExpr(largest ? constant - 1 : 0, context);
  AffineExpr lhs =
      getExtreme(nest, binary.getLHS(), (constant >= 0) == largest);
  return getAffineBinaryOpExpr(expr.getKind(), lhs, rhs);
}

/// True when the space of the nest, or `index`, depends on run-time sizes.
static bool dependsOnSizes(const NestAccesses &nest, AffineExpr index) {
  auto depends = [&](AffineExpr expr) {
    for (unsigned i = 0; i < nest.getNumSymbols(); ++i)
      if (expr.isFunctionOfSymbol(i))
        return true;
    return false;
  };
  return depends(index) || llvm::any_of(nest.getSizes(), depends) ||
         llvm::any_of(nest.getConstraints(), depends);
}

static void require(const NestAccesses &nest, const Access &access,
                    unsigned dim) {
  NestOp op = nest.getNest();
  OpBuilder builder(op);
  Location loc = access.op->getLoc();
  AffineExpr index = access.map.getResult(dim);
  Value least;
  if (!dependsOnSizes(nest, index)) {
    std::optional<int64_t> largest = findLargestIndex(nest, index);
    if (!largest)
      return;
    least = arith::ConstantIndexOp::create(builder, loc, *largest + 1);
  } else {
    SmallVector<Value> symbols = nest.getSymbolValues(builder, loc);
    auto apply = [&](AffineExpr expr) -> Value {
      return affine::AffineApplyOp::create(
          builder, loc, AffineMap::get(0, nest.getNumSymbols(), expr), symbols);
    };
    least = apply(getExtreme(nest, index, /*largest=*/true) + 1);
    // Nothing is needed by a nest without points.
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    for (AffineExpr size : nest.getSizes()) {
      if (isa<AffineConstantExpr>(size))
        continue;
      Value some = arith::MaxSIOp::create(builder, loc, apply(size), zero);
      some = arith::MinSIOp::create(builder, loc, some, one);
      least = arith::MulIOp::create(builder, loc, least, some);
    }
  }
  Value size = DimOp::create(builder, loc, access.array, dim);
  RequireOp::create(builder, loc, size, least, getArrayName(access.array), dim);
}

void sa::requireOpenSizes(const NestAccesses &nest) {
  if (llvm::is_contained(nest.getSizes(),
                         getAffineConstantExpr(0, nest.getNest().getContext())))
    return;
  // An index vector that several accesses share is looked at once.
  llvm::SmallDenseSet<std::tuple<Value, unsigned, AffineExpr>> seen;
  for (const Access &access : nest.getAccesses()) {
    auto type = cast<ArrayType>(access.array.getType());
    for (unsigned dim = 0; dim < type.getRank(); ++dim) {
      AffineExpr index = access.map.getResult(dim);
      if (!type.isOpen(dim) || !seen.insert({access.array, dim, index}).second)
        continue;
      PointSet beyond(nest.getRank(), nest.getNumSymbols());
      nest.addPoints(beyond, 0);
      AffineExpr size = nest.getArraySize(access, dim);
      if (failed(beyond.keepNonNegative(index - size)) ||
          !beyond.isIntegerEmpty())
        require(nest, access, dim);
    }
  }
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
