// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Accesses/AccessOverlap.h"

using namespace mlir;
using namespace sa;

AffineMap sa::getElementMap(const NestAccesses &nest, const Access &access) {
  if (cast<ArrayType>(access.array.getType()).isInjective())
    return access.map;
  AffineExpr offset = nest.getOffset(access);
  if (!offset)
    return {};
  return AffineMap::get(access.map.getNumDims(), access.map.getNumSymbols(),
                        offset);
}

AccessOverlap::AccessOverlap(const NestAccesses &firstNest, const Access &first,
                             const NestAccesses &secondNest,
                             const Access &second)
    : rank(firstNest.getRank()),
      pairs(2 * rank + first.getNumInner() + second.getNumInner(),
            firstNest.getNumSymbols()),
      secondPoints(rank, secondNest.getNumSymbols()) {
  // 1. The variables: p and q, and the iterations of loops in the bodies.
  unsigned firstInner = 2 * rank;
  unsigned secondInner = firstInner + first.getNumInner();
  secondNest.addPoints(secondPoints, 0);
  knowsSecondPoints =
      secondPoints.getNumLocalVars() == 0 &&
      llvm::all_of(secondNest.getConstraints(),
                   [](AffineExpr expr) { return expr.isPureAffine(); });
  firstNest.addPoints(pairs, 0, first, firstInner);
  secondNest.addPoints(pairs, rank, second, secondInner);

  // 2. Both accesses touch the same element.
  AffineMap firstMap = getElementMap(firstNest, first);
  AffineMap secondMap = getElementMap(secondNest, second);
  isUnderstood = firstMap && secondMap;
  if (!isUnderstood)
    return;
  MLIRContext *context = firstMap.getContext();
  auto getDims = [&](unsigned point, unsigned inner, unsigned numInner) {
    SmallVector<AffineExpr> dims;
    for (unsigned dim = 0; dim < rank; ++dim)
      dims.push_back(getAffineDimExpr(point + dim, context));
    for (unsigned dim = 0; dim < numInner; ++dim)
      dims.push_back(getAffineDimExpr(inner + dim, context));
    return dims;
  };
  SmallVector<AffineExpr> firstDims =
      getDims(0, firstInner, first.getNumInner());
  SmallVector<AffineExpr> secondDims =
      getDims(rank, secondInner, second.getNumInner());
  for (auto [firstExpr, secondExpr] :
       llvm::zip_equal(firstMap.getResults(), secondMap.getResults()))
    isUnderstood &= succeeded(pairs.keepZero(
        firstExpr.replaceDims(firstDims) - secondExpr.replaceDims(secondDims)));
}

PointSet AccessOverlap::getPairs(unsigned numEqual,
                                 std::optional<unsigned> less) const {
  PointSet some = pairs;
  auto getDifference = [&](unsigned position) {
    SmallVector<int64_t> row(some.getNumCols(), 0);
    row[position] = -1;
    row[rank + position] = 1;
    return row;
  };
  for (unsigned position = 0; position < numEqual; ++position)
    some.addEquality(getDifference(position));
  if (less) {
    SmallVector<int64_t> row = getDifference(*less);
    row.back() = -1;
    some.addInequality(row);
  }
  return some;
}

bool AccessOverlap::exist(unsigned numEqual,
                          std::optional<unsigned> less) const {
  return !isUnderstood || !getPairs(numEqual, less).isIntegerEmpty();
}

bool AccessOverlap::existBefore() const {
  for (unsigned position = 0; position < rank; ++position)
    if (exist(position, position))
      return true;
  return false;
}

bool AccessOverlap::existOutside(unsigned numEqual,
                                 std::optional<unsigned> less,
                                 ArrayRef<int64_t> shift) const {
  if (!isUnderstood || !knowsSecondPoints)
    return true;
  // Outside is where one of the constraints on q - shift does not hold.
  PointSet inside = getPairs(numEqual, less);
  unsigned numSymbols = inside.getNumSymbolVars();
  auto existBeyond = [&](ArrayRef<int64_t> row, int64_t sign) {
    SmallVector<int64_t> beyond(inside.getNumCols(), 0);
    beyond.back() = -sign * row.back() - 1;
    for (unsigned i = 0; i < rank; ++i) {
      beyond[rank + i] = -sign * row[i];
      beyond.back() += sign * row[i] * shift[i];
    }
    for (unsigned i = 0; i < numSymbols; ++i)
      beyond[inside.getNumDimVars() + i] = -sign * row[rank + i];
    PointSet some = inside;
    some.addInequality(beyond);
    return !some.isIntegerEmpty();
  };
  for (unsigned i = 0; i < secondPoints.getNumInequalities(); ++i)
    if (existBeyond(secondPoints.getInequality64(i), 1))
      return true;
  for (unsigned i = 0; i < secondPoints.getNumEqualities(); ++i)
    for (int64_t sign : {1, -1})
      if (existBeyond(secondPoints.getEquality64(i), sign))
        return true;
  return false;
}
