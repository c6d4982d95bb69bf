// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Accesses/Dependence.h"

#include "sa/Dialect/SA/Analysis/Accesses/AccessOverlap.h"
#include "sa/Dialect/SA/Analysis/Accesses/AccessPairs.h"

using namespace mlir;
using namespace sa;

/// How many leading indices have a copy of the array each.
static unsigned getNumPrivate(Value array) {
  auto temp = array.getDefiningOp<TempOp>();
  return temp ? temp.getPrivateIndices().value_or(0) : 0;
}

std::optional<Conflict> sa::findConflict(
    const NestAccesses &nest, unsigned position,
    function_ref<bool(const Access &, const Access &)> isHarmless) {
  std::optional<Conflict> conflict;
  askPairs(nest, nest, [&](const Access &first, const Access &second) {
    if (AccessOverlap(nest, first, nest, second)
            .exist(getNumPrivate(first.array), position) &&
        !(isHarmless && isHarmless(first, second)))
      conflict.emplace(Conflict{first, second});
    return conflict.has_value();
  });
  return conflict;
}

bool sa::carriesDependence(const NestAccesses &nest, unsigned position) {
  return findConflict(nest, position).has_value();
}

std::optional<Conflict> sa::findConflictElsewhere(const NestAccesses &first,
                                                  const NestAccesses &second) {
  std::optional<Conflict> conflict;
  askPairs(first, second, [&](const Access &one, const Access &other) {
    if (AccessOverlap(first, one, second, other).existBefore() ||
        AccessOverlap(second, other, first, one).existBefore())
      conflict.emplace(Conflict{one, other});
    return conflict.has_value();
  });
  return conflict;
}

bool sa::isSameElement(const NestAccesses &nest, const Access &first,
                       const Access &second) {
  AffineMap firstMap = getElementMap(nest, first);
  AffineMap secondMap = getElementMap(nest, second);
  // In loops of the body, one map stands for many elements.
  return first.loops.empty() && second.loops.empty() && firstMap && secondMap &&
         simplifyAffineMap(firstMap) == simplifyAffineMap(secondMap);
}

bool sa::canMeetInPlace(const NestAccesses &nest, const Access &first,
                        const Access &second) {
  AffineMap firstMap = getElementMap(nest, first);
  AffineMap secondMap = getElementMap(nest, second);
  if (!firstMap || !secondMap)
    return true;
  // T[i, 0] and T[i, 1], which unrolled code is full of, need no proof.
  bool isDirect = first.loops.empty() && second.loops.empty();
  for (auto [firstExpr, secondExpr] :
       llvm::zip_equal(firstMap.getResults(), secondMap.getResults()))
    if (auto difference = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
            firstExpr - secondExpr,
            std::max(firstMap.getNumDims(), secondMap.getNumDims()),
            nest.getNumSymbols()));
        isDirect && difference && difference.getValue() != 0)
      return false;
  return AccessOverlap(nest, first, nest, second).existInPlace();
}

bool sa::canMeetBefore(const NestAccesses &nest, const Access &first,
                       const Access &second) {
  return AccessOverlap(nest, first, nest, second).existBefore();
}
