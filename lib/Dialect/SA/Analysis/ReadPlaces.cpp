// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/ReadPlaces.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

std::optional<IndexValues> sa::getIndexValues(NestOp nest, Value index) {
  if (AffineForOp loop = affine::getForInductionVarOwner(index)) {
    if (!loop.hasConstantBounds())
      return std::nullopt;
    int64_t first = loop.getConstantLowerBound(), step = loop.getStepAsInt();
    int64_t length = std::max<int64_t>(loop.getConstantUpperBound() - first, 0);
    return IndexValues{first, step,
                       static_cast<int64_t>(llvm::divideCeil(length, step))};
  }
  int64_t size =
      nest.getStaticSizes()[cast<BlockArgument>(index).getArgNumber()];
  if (ShapedType::isDynamic(size))
    return std::nullopt;
  return IndexValues{0, 1, size};
}

Value ReadPlace::getIndex(unsigned dim) const {
  unsigned rank = NestOp(nest).getRank();
  if (dim < rank)
    return NestOp(nest).getIndices()[dim];
  return cast<AffineForOp>(loops[dim - rank]).getInductionVar();
}

SmallVector<Value> ReadPlace::getIndices() const {
  SmallVector<Value> indices;
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
    if (map.isFunctionOfDim(dim))
      indices.push_back(getIndex(dim));
  return indices;
}

bool ReadPlace::isKnown() const {
  for (unsigned symbol = 0; symbol < map.getNumSymbols(); ++symbol)
    if (map.isFunctionOfSymbol(symbol))
      return false;
  return llvm::all_of(getIndices(), [&](Value index) {
    return getIndexValues(nest, index).has_value();
  });
}

ConstantReads ReadPlace::getReads(ArrayRef<Value> indices) const {
  ConstantReads reads;
  auto type = cast<ArrayType>(ConstOp(constant).getResult().getType());
  reads.shape.assign(type.getShape().begin(), type.getShape().end());
  SmallVector<AffineExpr> dims(map.getNumDims());
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim) {
    if (!map.isFunctionOfDim(dim))
      continue;
    Value index = getIndex(dim);
    unsigned number = llvm::find(indices, index) - indices.begin();
    dims[dim] = getAffineDimExpr(number, type.getContext()) +
                getIndexValues(nest, index)->first;
  }
  for (AffineExpr subscript : map.getResults())
    reads.subscripts.push_back(subscript.replaceDims(dims));
  for (Value index : indices) {
    IndexValues values = *getIndexValues(nest, index);
    reads.counts.push_back(values.count);
    reads.steps.push_back(values.step);
  }
  return reads;
}

std::vector<ReadPlace>
sa::findReadPlaces(const NestAccesses &accesses,
                   llvm::function_ref<bool(const Access &, ConstOp)> wanted) {
  std::vector<ReadPlace> places;
  for (const Access &access : accesses.getAccesses()) {
    auto constant = access.array.getDefiningOp<ConstOp>();
    if (!constant || !wanted(access, constant))
      continue;
    auto place = llvm::find_if(places, [&](const ReadPlace &other) {
      return other.constant == constant && other.map == access.map &&
             other.loops == access.loops;
    });
    if (place == places.end())
      place = places.insert(
          place,
          ReadPlace{
              accesses.getNest(), constant, access.map, access.loops, {}});
    if (!llvm::is_contained(place->loads, access.op))
      place->loads.push_back(cast<LoadOp>(access.op));
  }
  return places;
}
