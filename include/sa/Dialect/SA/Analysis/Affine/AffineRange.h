// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between which numbers an affine expression lies. Proofs about indices are
// over the integers, but machines compute with 64 bits. Sums and products may
// wrap on the way and still give the right index; a quotient or remainder of a
// number that wrapped is wrong. So every dividend must be known to fit.

#ifndef SA_DIALECT_SA_ANALYSIS_AFFINE_AFFINERANGE_H
#define SA_DIALECT_SA_ANALYSIS_AFFINE_AFFINERANGE_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace sa {

/// The numbers from `low` to `high`.
struct AffineRange {
  __int128 low, high;
};

/// True when all the numbers fit a signed machine word.
bool fitsMachineWord(const AffineRange &range);

/// The range of `expr`, given those of its dimensions and symbols. Nothing when
/// it divides something that may not fit a machine word, or divides by anything
/// but a positive constant.
std::optional<AffineRange> getAffineRange(mlir::AffineExpr expr,
                                          llvm::ArrayRef<AffineRange> dims,
                                          llvm::ArrayRef<AffineRange> symbols);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_AFFINE_AFFINERANGE_H
