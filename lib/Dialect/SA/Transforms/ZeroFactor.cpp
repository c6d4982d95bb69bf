// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ZeroFactor.h"

#include "ZeroPoint.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "sa/Dialect/SA/Analysis/ConstantReads.h"
#include "sa/Dialect/SA/Analysis/NestAccesses.h"
#include "llvm/ADT/MapVector.h"
#include <cstring>

using namespace mlir;
using namespace sa;

/// A constant of what is read with computed subscripts has no more elements
/// than the one that they are from, or than this.
static constexpr int64_t maxGathered = int64_t(1) << 22;

ArrayType ZeroFactor::getType() const {
  auto type = cast<ArrayType>(ConstOp(constant).getResult().getType());
  return gathered
             ? ArrayType::get(getExtent(), type.getElementType(), Role::Const)
             : type;
}

std::shared_ptr<const ConstantElements> ZeroFactor::getElements() const {
  if (gathered)
    return gathered;
  std::optional<ConstantElements> elements = ConstantElements::get(constant);
  return elements ? std::make_shared<ConstantElements>(std::move(*elements))
                  : nullptr;
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

/// The subscripts of loads of one constant, when they are the same function of
/// the nest's indices in all of them. Null otherwise.
static AffineMap getSubscripts(NestOp nest, ArrayRef<LoadOp> loads) {
  ScopedDiagnosticHandler silence(nest.getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
  if (failed(accesses))
    return {};
  AffineMap subscripts;
  for (const Access &access : accesses->getAccesses()) {
    if (!llvm::is_contained(loads, access.op))
      continue;
    bool isOfIndices = access.loops.empty();
    for (AffineExpr subscript : access.map.getResults())
      for (unsigned symbol = 0; symbol < access.map.getNumSymbols(); ++symbol)
        isOfIndices &= !subscript.isFunctionOfSymbol(symbol);
    AffineMap map = AffineMap::get(nest.getRank(), 0, access.map.getResults(),
                                   nest.getContext());
    if (!isOfIndices || (subscripts && subscripts != map))
      return {};
    subscripts = map;
  }
  return subscripts;
}

/// The indices that occur in subscripts: in the order of the constant's
/// dimensions where each is one of them, else in that of the nest.
static SmallVector<unsigned> getUsedPositions(AffineMap subscripts) {
  SmallVector<unsigned> positions;
  if (subscripts.isProjectedPermutation()) {
    for (unsigned dim = 0; dim < subscripts.getNumResults(); ++dim)
      positions.push_back(subscripts.getDimPosition(dim));
    return positions;
  }
  for (unsigned position = 0; position < subscripts.getNumDims(); ++position)
    if (subscripts.isFunctionOfDim(position))
      positions.push_back(position);
  return positions;
}

/// What is read of the constant at the points of the indices at `positions`.
static std::shared_ptr<const ConstantElements>
gather(const ZeroFactor &factor) {
  std::optional<ConstantElements> elements =
      ConstantElements::get(factor.constant);
  ConstantReads reads;
  auto type = cast<ArrayType>(ConstOp(factor.constant).getResult().getType());
  reads.shape.assign(type.getShape().begin(), type.getShape().end());
  reads.counts = factor.getExtent();
  reads.steps.assign(reads.counts.size(), 1);
  SmallVector<AffineExpr> dims(NestOp(factor.nest).getRank());
  for (auto [dim, position] : llvm::enumerate(factor.positions))
    dims[position] = getAffineDimExpr(dim, type.getContext());
  for (AffineExpr subscript : factor.subscripts.getResults())
    reads.subscripts.push_back(subscript.replaceDims(dims));
  std::optional<int64_t> numPoints = reads.getNumPoints();
  if (!elements || !numPoints ||
      *numPoints > std::max(maxGathered, elements->size()))
    return nullptr;
  int64_t bytes = elements->getElementBytes();
  std::vector<char> values(*numPoints * bytes);
  reads.visit([&](int64_t point, int64_t position) {
    if (position >= 0)
      std::memcpy(&values[point * bytes], (*elements)[position], bytes);
  });
  return std::make_shared<ConstantElements>(
      ConstantElements::get(std::move(values), bytes));
}

/// Fills in how a factor whose constant is read by `loads` is read. Returns why
/// its zeros cannot be skipped.
static StringRef findObstacle(ZeroFactor &factor, ArrayRef<LoadOp> loads) {
  NestOp nest = factor.nest;
  ValueRange indices = LoadOp(loads.front()).getIndices();
  bool isOnePlace = llvm::all_of(loads, [&](LoadOp load) {
    return ValueRange(load.getIndices()) == indices;
  });
  if (std::optional<SmallVector<unsigned>> positions =
          getPositions(nest, indices);
      isOnePlace && positions) {
    factor.positions = std::move(*positions);
    factor.subscripts = AffineMap::getMultiDimMapWithTargets(
        nest.getRank(), factor.positions, nest.getContext());
  } else {
    factor.subscripts = getSubscripts(nest, loads);
    if (factor.subscripts)
      factor.positions = getUsedPositions(factor.subscripts);
    isOnePlace = factor.subscripts &&
                 llvm::none_of(factor.getExtent(), ShapedType::isDynamic);
  }
  bool isInLoop = llvm::any_of(loads, [](LoadOp load) {
    return isa<LoopLikeOpInterface>(load->getParentOp());
  });
  if ((!isOnePlace || factor.positions.empty()) && isInLoop)
    return "because the loop that reads it does more than to add products with "
           "them, or leaving out iterations would not pay";
  if (!isOnePlace || factor.positions.empty())
    return "because the nest does not read one element of it at each point, "
           "with indices of its own of known sizes";
  if (usesPrivateCopies(nest) ||
      !doesNothingAtZeros(nest, ConstOp(factor.constant).getResult()))
    return "because the nest does more than to add products with them";
  if (factor.subscripts.isProjectedPermutation())
    return {};
  factor.gathered = gather(factor);
  return factor.gathered ? StringRef()
                         : "because the nest reads it at too many points";
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
