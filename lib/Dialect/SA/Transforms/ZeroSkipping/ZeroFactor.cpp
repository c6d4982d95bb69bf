// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ZeroFactor.h"

#include "ZeroEffect.h"
#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"
#include "sa/Dialect/SA/Analysis/Constants/ConstantReads.h"
#include "llvm/ADT/SetVector.h"
#include <cstring>

using namespace mlir;
using namespace sa;

/// At most this many elements are gathered, or as many as the constant has.
static constexpr int64_t maxGathered = int64_t(1) << 22;

SmallVector<ConstOp> sa::getConstants(NestOp nest) {
  llvm::SmallSetVector<Operation *, 4> found;
  nest.walk([&](LoadOp load) {
    if (auto constant = load.getArray().getDefiningOp<ConstOp>())
      found.insert(constant);
  });
  return llvm::map_to_vector(
      found, [](Operation *constant) { return cast<ConstOp>(constant); });
}

bool sa::usesPrivateTemporaries(NestOp nest) {
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

/// Returns the subscripts of `loads` as functions of the nest's indices, when
/// all loads have the same ones; otherwise null, and the reason in `obstacle`.
static AffineMap getSubscripts(NestOp nest, ArrayRef<LoadOp> loads,
                               StringRef &obstacle) {
  // Subscripts that are indices need no analysis, which would fail where other
  // subscripts come from tables.
  ValueRange first = LoadOp(loads.front()).getIndices();
  SmallVector<AffineExpr> dims;
  for (Value index : first)
    if (auto argument = dyn_cast<BlockArgument>(index);
        argument && argument.getOwner() == &nest.getBody().front())
      dims.push_back(
          getAffineDimExpr(argument.getArgNumber(), nest.getContext()));
  bool isOnePlace = llvm::all_of(loads, [&](LoadOp load) {
    return ValueRange(load.getIndices()) == first;
  });
  if (isOnePlace && dims.size() == first.size())
    return AffineMap::get(nest.getRank(), 0, dims, nest.getContext());

  ScopedDiagnosticHandler silence(nest.getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
  obstacle = "because it is not known before the call where the nest reads it";
  if (failed(accesses))
    return {};
  AffineMap subscripts;
  for (const Access &access : accesses->getAccesses()) {
    if (!llvm::is_contained(loads, access.op))
      continue;
    for (unsigned symbol = 0; symbol < access.map.getNumSymbols(); ++symbol)
      if (access.map.isFunctionOfSymbol(symbol))
        return {};
    for (unsigned dim = nest.getRank(); dim < access.map.getNumDims(); ++dim)
      if (access.map.isFunctionOfDim(dim)) {
        obstacle = "because a loop of the body reads it, and not an index of "
                   "the nest";
        return {};
      }
    AffineMap map = AffineMap::get(nest.getRank(), 0, access.map.getResults(),
                                   nest.getContext());
    if (subscripts && subscripts != map) {
      obstacle = "because the nest reads it at several places";
      return {};
    }
    subscripts = map;
  }
  return subscripts;
}

/// Replaces the elements of `factor` by those that `subscripts` select. Returns
/// false when there would be too many.
static bool gather(ZeroFactor &factor, AffineMap subscripts,
                   ArrayRef<int64_t> extent) {
  ConstantReads reads;
  reads.shape = factor.shape;
  reads.counts.assign(extent.begin(), extent.end());
  reads.steps.assign(extent.size(), 1);
  SmallVector<AffineExpr> dims(subscripts.getNumDims());
  for (auto [dim, position] : llvm::enumerate(factor.positions))
    dims[position] = getAffineDimExpr(dim, subscripts.getContext());
  for (AffineExpr subscript : subscripts.getResults())
    reads.subscripts.push_back(subscript.replaceDims(dims));
  std::optional<int64_t> numPoints = reads.getNumPoints();
  if (!numPoints || *numPoints > std::max(maxGathered, factor.elements->size()))
    return false;
  int64_t bytes = factor.elements->getElementBytes();
  std::vector<char> values(*numPoints * bytes);
  reads.visit([&](int64_t point, int64_t position) {
    if (position >= 0)
      std::memcpy(&values[point * bytes], (*factor.elements)[position], bytes);
  });
  factor.elements = ConstantElements::get(std::move(values), bytes);
  factor.shape.assign(extent.begin(), extent.end());
  return true;
}

ZeroFactor sa::getZeroFactor(NestOp nest, ConstOp constant) {
  ZeroFactor factor{nest, constant};
  auto fail = [&](StringRef obstacle) -> ZeroFactor {
    return {nest, constant, obstacle};
  };
  // 1. The effect at zeros.
  SmallVector<LoadOp> loads;
  nest.walk([&](LoadOp load) {
    if (load.getArray() == constant.getResult())
      loads.push_back(load);
  });
  if (usesPrivateTemporaries(nest) ||
      !hasNoEffectAtZeros(nest.getBody().front(), loads))
    return fail("because the nest does more than add products with them");

  // 2. The indices that walk the constant.
  StringRef obstacle;
  AffineMap subscripts = getSubscripts(nest, loads, obstacle);
  if (!subscripts)
    return fail(obstacle);
  bool isPermutation = subscripts.isProjectedPermutation();
  if (isPermutation)
    for (unsigned dim = 0; dim < subscripts.getNumResults(); ++dim)
      factor.positions.push_back(subscripts.getDimPosition(dim));
  else
    for (unsigned position = 0; position < nest.getRank(); ++position)
      if (subscripts.isFunctionOfDim(position))
        factor.positions.push_back(position);
  SmallVector<int64_t> extent =
      llvm::map_to_vector(factor.positions, [&](unsigned position) {
        return nest.getStaticSizes()[position];
      });
  if (llvm::any_of(extent, ShapedType::isDynamic))
    return fail("because an index that it is read with has a run-time size");
  for (AffineExpr constraint : nest.getConstraints())
    if (llvm::any_of(factor.positions, [&](unsigned position) {
          return constraint.isFunctionOfDim(position);
        }))
      return fail("because the nest constrains the indices that it is read "
                  "with");

  // 3. The elements.
  auto type = cast<ArrayType>(constant.getResult().getType());
  factor.shape.assign(type.getShape().begin(), type.getShape().end());
  factor.elements = ConstantElements::get(constant);
  if (!factor.elements || llvm::is_contained(extent, 0))
    return factor;
  if (!isPermutation && !gather(factor, subscripts, extent))
    return fail("because the nest reads it at too many points");
  factor.mask = NonzeroMask::get(*factor.elements, type.getElementType(),
                                 factor.shape, extent);
  return factor;
}
