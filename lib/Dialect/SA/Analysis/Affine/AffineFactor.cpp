// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"

using namespace mlir;

std::optional<int64_t> sa::getAffineFactor(AffineExpr expr, unsigned dim,
                                           unsigned numDims,
                                           unsigned numSymbols) {
  AffineExpr index = getAffineDimExpr(dim, expr.getContext());
  auto step = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
      expr.replace(index, index + 1) - expr, numDims, numSymbols));
  // A quotient may change by a constant too, when its factor is large enough;
  // then the rest must not depend on the index.
  if (!step ||
      simplifyAffineExpr(expr - index * step.getValue(), numDims, numSymbols)
          .isFunctionOfDim(dim))
    return std::nullopt;
  return step.getValue();
}

std::optional<int64_t> sa::getConstantBound(AffineMap bound, bool isLower) {
  std::optional<int64_t> found;
  for (AffineExpr expr : bound.getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      int64_t number = constant.getValue();
      found = !found    ? number
              : isLower ? std::max(*found, number)
                        : std::min(*found, number);
    }
  return found;
}
