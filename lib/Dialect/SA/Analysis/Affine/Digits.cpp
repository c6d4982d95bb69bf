// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Affine/Digits.h"

using namespace mlir;
using namespace sa;

std::optional<SmallVector<unsigned>>
sa::getDigits(AffineExpr expr,
              function_ref<std::optional<Digit>(unsigned)> getDigit) {
  SmallVector<std::pair<unsigned, Digit>> digits;
  SmallVector<AffineExpr> terms = {expr};
  while (!terms.empty()) {
    AffineExpr term = terms.pop_back_val();
    if (auto dim = dyn_cast<AffineDimExpr>(term)) {
      std::optional<Digit> digit = getDigit(dim.getPosition());
      if (!digit)
        return std::nullopt;
      digits.push_back({dim.getPosition(), *digit});
    } else if (term.getKind() == AffineExprKind::Add) {
      terms.push_back(cast<AffineBinaryOpExpr>(term).getLHS());
      terms.push_back(cast<AffineBinaryOpExpr>(term).getRHS());
    } else if (!isa<AffineConstantExpr>(term)) {
      return std::nullopt;
    }
  }
  llvm::sort(digits, [](auto &lhs, auto &rhs) {
    return lhs.second.increment > rhs.second.increment;
  });
  for (unsigned place = 1; place < digits.size(); ++place) {
    std::optional<int64_t> size = digits[place].second.size;
    if (!size || *size > digits[place - 1].second.increment)
      return std::nullopt;
  }
  return llvm::map_to_vector(
      digits, [](auto &digit) -> unsigned { return digit.first; });
}
