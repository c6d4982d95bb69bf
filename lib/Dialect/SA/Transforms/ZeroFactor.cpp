// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ZeroFactor.h"

#include "JointZeros.h"
#include "ZeroPoint.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "sa/Dialect/SA/Analysis/ConstantReads.h"
#include "sa/Dialect/SA/Analysis/NestAccesses.h"
#include "llvm/ADT/MapVector.h"
#include <cstring>

using namespace mlir;
using namespace sa;

std::string sa::getNames(ArrayRef<ConstOp> constants) {
  std::string name = constants.size() == 1 ? "constant " : "constants ";
  llvm::raw_string_ostream os(name);
  for (auto [number, constant] : llvm::enumerate(constants)) {
    bool isLast = number + 1 == constants.size();
    os << (number == 0 ? ""
           : isLast    ? " and "
                       : ", ")
       << "'" << ConstOp(constant).getName() << "'";
  }
  return name;
}

std::string sa::getLeftOut(ArrayRef<ConstOp> constants) {
  StringRef what = constants.size() == 1 ? "it" : "them";
  return ("all that is read of " + what + " is zero, and the nest that reads " +
          what + " is left out")
      .str();
}

ArrayType ZeroFactor::getType() const {
  MLIRContext *context = NestOp(nest).getContext();
  auto type = cast<ArrayType>(getConstant().getResult().getType());
  if (!gathered)
    return type;
  Type element = isJoint ? IntegerType::get(context, 8, IntegerType::Unsigned)
                         : type.getElementType();
  return ArrayType::get(getExtent(), element, Role::Const);
}

std::shared_ptr<const ConstantElements> ZeroFactor::getElements() const {
  if (gathered)
    return gathered;
  std::optional<ConstantElements> elements =
      ConstantElements::get(getConstant());
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
      ConstantElements::get(factor.getConstant());
  ConstantReads reads;
  auto type = cast<ArrayType>(factor.getConstant().getResult().getType());
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

static bool isInLoop(ArrayRef<LoadOp> loads) {
  return llvm::any_of(loads, [](LoadOp load) {
    return isa<LoopLikeOpInterface>(load->getParentOp());
  });
}

/// Why nothing is left out of the loops of a body that read a constant.
static StringRef findObstacleInLoops(NestOp nest, ArrayRef<LoadOp> loads) {
  for (LoadOp load : loads)
    for (Operation *parent = load->getParentOp(); parent != nest;
         parent = parent->getParentOp())
      if (auto loop = dyn_cast<affine::AffineForOp>(parent))
        if (doesNothingAtZeros(nest, loop, loads))
          return "because the estimate says that leaving out iterations of the "
                 "loop that reads it would not pay, or would take too many "
                 "copies of its body";
  return "because the loop that reads it does more than to add products with "
         "them";
}

/// Fills in how a factor whose constant is read by `loads` is read. Returns why
/// its zeros cannot be skipped.
static StringRef findObstacle(ZeroFactor &factor, ArrayRef<LoadOp> loads) {
  NestOp nest = factor.nest;
  // 1. What it does with zeros.
  bool isInLoops = isInLoop(loads);
  if (usesPrivateCopies(nest) || !doesNothingAtZeros(nest, loads))
    return isInLoops
               ? findObstacleInLoops(nest, loads)
               : "because the nest does more than to add products with them";

  // 2. Where it reads.
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
    return {};
  }
  if (isInLoops)
    return findObstacleInLoops(nest, loads);
  factor.subscripts = getSubscripts(nest, loads);
  if (!factor.subscripts)
    return "because it is not known before the call, or at too many places, "
           "where the nest reads it";
  factor.positions = getUsedPositions(factor.subscripts);
  if (llvm::any_of(factor.getExtent(), ShapedType::isDynamic))
    return "because it is known only at run time how far the nest reads it";
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
  bool hasObstacle = false;
  for (auto &[constant, places] : loads) {
    ZeroFactor &factor =
        factors.emplace_back(ZeroFactor{nest, {cast<ConstOp>(constant)}, {}});
    factor.obstacle = findObstacle(factor, places);
    hasObstacle |= !factor.obstacle.empty();
  }
  if (!hasObstacle)
    return factors;
  // What no read tells alone, several may tell together.
  std::optional<ZeroFactor> joint = findJointZeros(nest);
  if (!joint)
    return factors;
  bool isIdle = llvm::is_contained(joint->gathered->getBytes(), 0);
  auto isTold = [&](const ZeroFactor &factor) {
    return !factor.obstacle.empty() &&
           llvm::is_contained(joint->constants, factor.getConstant());
  };
  if (!isIdle) {
    for (ZeroFactor &factor : factors)
      if (isTold(factor) && !isInLoop(loads[factor.getConstant()]))
        factor.obstacle = "because no point of the nest has nothing but zeros "
                          "to multiply with";
    return factors;
  }
  llvm::erase_if(factors, isTold);
  factors.push_back(std::move(*joint));
  return factors;
}
