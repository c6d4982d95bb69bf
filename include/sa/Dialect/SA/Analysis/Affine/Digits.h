// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of loops that determine each of them. Splits make such sums: with j in
// steps of 32, jj < 32 in steps of 4, and jjj < 4, every value of j + jj + jjj
// belongs to one iteration of each loop, as a number has one digit in each
// place.

#ifndef SA_DIALECT_SA_ANALYSIS_AFFINE_DIGITS_H
#define SA_DIALECT_SA_ANALYSIS_AFFINE_DIGITS_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/Support/LLVM.h"

namespace sa {

/// A dimension whose values are the multiples of `increment` from zero to just
/// before `size`; without a size, to any number.
struct Digit {
  int64_t increment;
  std::optional<int64_t> size;
};

/// Returns the dimensions that `expr` is the sum of, with a constant, if the
/// value of the sum determines each of them; nothing otherwise, or if
/// `getDigit` returns nothing for one of them.
std::optional<llvm::SmallVector<unsigned>>
getDigits(mlir::AffineExpr expr,
          llvm::function_ref<std::optional<Digit>(unsigned dim)> getDigit);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_AFFINE_DIGITS_H
