// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Dependence.h"

using namespace mlir;
using namespace sa;

/// What identifies the element that an access touches: its index vector, or,
/// where different index vectors may share an element, its offset in memory.
/// Null when that is not understood.
static AffineMap getElementMap(const NestAccesses &nest, const Access &access) {
  if (cast<ArrayType>(access.array.getType()).isInjective())
    return access.map;
  AffineExpr offset = nest.getOffset(access);
  if (!offset)
    return {};
  return AffineMap::get(access.map.getNumDims(), access.map.getNumSymbols(),
                        offset);
}

/// True when a point p and a point q with p[position] < q[position] exist where
/// `first` at p and `second` at q touch the same element.
static bool canMeet(const NestAccesses &nest, const Access &first,
                    const Access &second, unsigned position) {
  unsigned rank = nest.getRank();
  AffineMap firstMap = getElementMap(nest, first);
  AffineMap secondMap = getElementMap(nest, second);
  if (!firstMap || !secondMap)
    return true; // assume that they meet

  // 1. The variables: p and q.
  PointSet points(2 * rank, nest.getNumSymbols());
  nest.addPoints(points, 0);
  nest.addPoints(points, rank);

  // 2. Both accesses touch the same element.
  for (auto [firstExpr, secondExpr] :
       llvm::zip_equal(firstMap.getResults(), secondMap.getResults()))
    if (failed(points.keepZero(firstExpr - secondExpr.shiftDims(rank, rank))))
      return true; // not understood: assume that they meet

  // 3. p comes before q in the index in question.
  SmallVector<int64_t> later(points.getNumCols(), 0);
  later[position] = -1;
  later[rank + position] = 1;
  later.back() = -1;
  points.addInequality(later);
  return !points.isIntegerEmpty();
}

std::optional<Conflict> sa::findConflict(const NestAccesses &nest,
                                         unsigned position) {
  for (const Access &first : nest.getAccesses())
    for (const Access &second : nest.getAccesses())
      if (first.array == second.array && (first.writes || second.writes) &&
          canMeet(nest, first, second, position))
        return Conflict{first, second};
  return std::nullopt;
}

bool sa::carriesDependence(const NestAccesses &nest, unsigned position) {
  return findConflict(nest, position).has_value();
}
