// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Dependence.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"

using namespace mlir;
using namespace sa;

/// What identifies the element that an access touches: its index vector, or,
/// where different index vectors may share an element, its offset in memory.
static AffineMap getElementMap(const Access &access) {
  auto type = cast<ArrayType>(access.array.getType());
  if (type.isInjective())
    return access.map;
  MLIRContext *context = access.op->getContext();
  AffineExpr offset = getAffineConstantExpr(type.getOffset(), context);
  for (auto [index, stride] :
       llvm::zip_equal(access.map.getResults(), type.getStaticStrides()))
    offset = offset + index * stride;
  return AffineMap::get(access.map.getNumDims(), access.map.getNumSymbols(),
                        offset);
}

/// True when a point p and a point q with p[position] < q[position] exist where
/// `first` at p and `second` at q touch the same element.
static bool canMeet(const NestAccesses &nest, const Access &first,
                    const Access &second, unsigned position) {
  unsigned rank = nest.getRank();
  AffineMap firstMap = getElementMap(first);
  AffineMap secondMap = getElementMap(second);
  unsigned numResults = firstMap.getNumResults();

  // 1. The variables: p, q, and the element.
  FlatLinearConstraints constraints(2 * rank + numResults,
                                    nest.getNumSymbols());
  nest.addPoints(constraints, 0);
  nest.addPoints(constraints, rank);

  // 2. Both accesses touch the element.
  auto addElement = [&](AffineExpr expr, unsigned column) {
    return constraints.addBound(presburger::BoundType::EQ, column,
                                AffineMap::get(constraints.getNumDimVars(),
                                               nest.getNumSymbols(), expr));
  };
  for (unsigned i = 0; i < numResults; ++i) {
    AffineExpr firstExpr = firstMap.getResult(i);
    AffineExpr secondExpr = secondMap.getResult(i).shiftDims(rank, rank);
    if (failed(addElement(firstExpr, 2 * rank + i)) ||
        failed(addElement(secondExpr, 2 * rank + i)))
      return true; // not understood: assume that they meet
  }

  // 3. p comes before q in the index in question.
  SmallVector<int64_t> later(constraints.getNumCols(), 0);
  later[position] = -1;
  later[rank + position] = 1;
  later.back() = -1;
  constraints.addInequality(later);
  return !constraints.isIntegerEmpty();
}

bool sa::carriesDependence(const NestAccesses &nest, unsigned position) {
  for (const Access &first : nest.getAccesses())
    for (const Access &second : nest.getAccesses())
      if (first.array == second.array && (first.writes || second.writes) &&
          canMeet(nest, first, second, position))
        return true;
  return false;
}
