// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Affine/AffineRange.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace sa;

bool sa::fitsMachineWord(const AffineRange &range) {
  return std::numeric_limits<int64_t>::min() <= range.low &&
         range.high <= std::numeric_limits<int64_t>::max();
}

/// Numbers beyond this are as good as infinite, and two of them can be added or
/// multiplied with a 62-bit number without leaving 128 bits.
static __int128 clamp(__int128 value) {
  constexpr __int128 infinite = __int128(1) << 100;
  return std::clamp(value, -infinite, infinite);
}

/// The product of two numbers, one of which may be as good as infinite.
static __int128 multiply(__int128 lhs, __int128 rhs) {
  __int128 product;
  if (__builtin_mul_overflow(lhs, rhs, &product))
    return (lhs < 0) == (rhs < 0) ? clamp(__int128(1) << 120)
                                  : clamp(-(__int128(1) << 120));
  return clamp(product);
}

static __int128 floorDivide(__int128 lhs, __int128 rhs) {
  return lhs / rhs - (lhs % rhs < 0 ? 1 : 0);
}

std::optional<AffineRange> sa::getAffineRange(AffineExpr expr,
                                              ArrayRef<AffineRange> dims,
                                              ArrayRef<AffineRange> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return AffineRange{constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto lhs = getAffineRange(binary.getLHS(), dims, symbols);
  auto rhs = getAffineRange(binary.getRHS(), dims, symbols);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return AffineRange{clamp(lhs->low + rhs->low),
                       clamp(lhs->high + rhs->high)};
  if (expr.getKind() == AffineExprKind::Mul) {
    auto [low, high] = std::minmax(
        {multiply(lhs->low, rhs->low), multiply(lhs->low, rhs->high),
         multiply(lhs->high, rhs->low), multiply(lhs->high, rhs->high)});
    return AffineRange{low, high};
  }
  // A division or a remainder.
  if (!fitsMachineWord(*lhs) || rhs->low != rhs->high || rhs->low <= 0)
    return std::nullopt;
  __int128 divisor = rhs->low;
  if (expr.getKind() == AffineExprKind::Mod)
    return AffineRange{0, divisor - 1};
  __int128 up = expr.getKind() == AffineExprKind::CeilDiv ? divisor - 1 : 0;
  return AffineRange{floorDivide(lhs->low + up, divisor),
                     floorDivide(lhs->high + up, divisor)};
}
