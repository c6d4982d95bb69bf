// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// Adds `scale` times the factors of dimensions in `expr` to `factors`. Fails
/// where a dimension has none, or the numbers do not fit.
static LogicalResult addFactors(AffineExpr expr, int64_t scale,
                                MutableArrayRef<int64_t> factors) {
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
  case AffineExprKind::SymbolId:
    return success();
  case AffineExprKind::DimId: {
    int64_t &factor = factors[cast<AffineDimExpr>(expr).getPosition()];
    return success(!llvm::AddOverflow(factor, scale, factor));
  }
  case AffineExprKind::Add: {
    auto sum = cast<AffineBinaryOpExpr>(expr);
    return success(succeeded(addFactors(sum.getLHS(), scale, factors)) &&
                   succeeded(addFactors(sum.getRHS(), scale, factors)));
  }
  case AffineExprKind::Mul: {
    auto product = cast<AffineBinaryOpExpr>(expr);
    auto number = dyn_cast<AffineConstantExpr>(product.getRHS());
    if (number && !llvm::MulOverflow(scale, number.getValue(), scale))
      return addFactors(product.getLHS(), scale, factors);
    return success(expr.isSymbolicOrConstant());
  }
  default:
    return success(expr.isSymbolicOrConstant());
  }
}

std::optional<SmallVector<int64_t>> sa::getAffineFactors(AffineExpr expr,
                                                         unsigned numDims) {
  SmallVector<int64_t> factors(numDims, 0);
  if (failed(addFactors(expr, 1, factors)))
    return std::nullopt;
  return factors;
}

std::optional<int64_t> sa::getAffineFactor(AffineExpr expr, unsigned dim,
                                           unsigned numDims,
                                           unsigned numSymbols) {
  if (std::optional<SmallVector<int64_t>> factors =
          getAffineFactors(expr, numDims))
    return (*factors)[dim];
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
