// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ZeroFactor.h"

#include "ZeroPoint.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace sa;

ArrayType ZeroFactor::getType() const {
  return cast<ArrayType>(ConstOp(constant).getResult().getType());
}

SmallVector<int64_t> ZeroFactor::getExtent() const {
  ArrayRef<int64_t> sizes = NestOp(nest).getStaticSizes();
  return llvm::map_to_vector(
      positions, [&](unsigned position) { return sizes[position]; });
}

bool ZeroFactor::isOwn(AffineExpr constraint) const {
  NestOp op = nest;
  for (unsigned position = 0; position < op.getRank(); ++position)
    if (constraint.isFunctionOfDim(position) &&
        !llvm::is_contained(positions, position))
      return false;
  for (unsigned symbol = 0; symbol < op.getWhereSymbols().size(); ++symbol)
    if (constraint.isFunctionOfSymbol(symbol))
      return false;
  return true;
}

NonzeroMask ZeroFactor::getMask(const ConstantElements &elements) const {
  NestOp op = nest;
  NonzeroMask mask = NonzeroMask::get(elements, getType(), getExtent());
  // The constraints as expressions of the constant's dimensions.
  SmallVector<AffineExpr> dims(op.getRank(),
                               getAffineConstantExpr(0, op.getContext()));
  for (auto [dim, position] : llvm::enumerate(positions))
    dims[position] = getAffineDimExpr(dim, op.getContext());
  SmallVector<AffineExpr> own;
  for (AffineExpr constraint : op.getConstraints())
    if (isOwn(constraint))
      own.push_back(constraint.replaceDims(dims));
  mask.restrictTo(own);
  return mask;
}

bool sa::usesPrivateCopies(NestOp nest) {
  auto isPrivate = [](Value operand) {
    auto temp = operand.getDefiningOp<TempOp>();
    return temp && temp.getPrivateIndices();
  };
  return nest
      .walk([&](Operation *op) {
        return llvm::any_of(op->getOperands(), isPrivate)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The positions of the nest's indices in an access, when they are nothing but
/// that, differ, and have static sizes.
static std::optional<SmallVector<unsigned>> getPositions(NestOp nest,
                                                         ValueRange indices) {
  SmallVector<unsigned> positions;
  for (Value index : indices) {
    auto argument = dyn_cast<BlockArgument>(index);
    if (!argument || argument.getOwner() != &nest.getBody().front() ||
        llvm::is_contained(positions, argument.getArgNumber()) ||
        nest.getStaticSizes()[argument.getArgNumber()] == ShapedType::kDynamic)
      return std::nullopt;
    positions.push_back(argument.getArgNumber());
  }
  return positions;
}

/// Fills in the positions of a factor whose constant is read by `loads`.
/// Returns why its zeros cannot be skipped.
static StringRef findObstacle(ZeroFactor &factor, ArrayRef<LoadOp> loads) {
  NestOp nest = factor.nest;
  ValueRange indices = LoadOp(loads.front()).getIndices();
  bool isOnePlace = llvm::all_of(loads, [&](LoadOp load) {
    return ValueRange(load.getIndices()) == indices;
  });
  std::optional<SmallVector<unsigned>> positions = getPositions(nest, indices);
  if (!isOnePlace || !positions || positions->empty())
    return "because the nest does not read one element of it at each point, "
           "with indices of its own of known sizes";
  factor.positions = std::move(*positions);
  if (usesPrivateCopies(nest) ||
      !doesNothingAtZeros(nest, ConstOp(factor.constant).getResult()))
    return "because the nest does more than to add products with them";
  return {};
}

SmallVector<ZeroFactor> sa::findZeroFactors(NestOp nest) {
  // A nest over lists is made of constants without zeros already.
  if (nest.getSegmentedAttr())
    return {};
  llvm::MapVector<Operation *, SmallVector<LoadOp>> loads;
  nest.walk([&](LoadOp load) {
    if (auto constant = load.getArray().getDefiningOp<ConstOp>())
      loads[constant].push_back(load);
  });
  SmallVector<ZeroFactor> factors;
  for (auto &[constant, places] : loads) {
    ZeroFactor &factor =
        factors.emplace_back(ZeroFactor{nest, cast<ConstOp>(constant), {}});
    factor.obstacle = findObstacle(factor, places);
  }
  return factors;
}
