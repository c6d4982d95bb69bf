// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of a constant that the points of a box read. Subscripts are
// affine expressions of the dimensions of the box, which are indices of a nest
// or loops of a plan.
//
//   W[2 * k, j]   over k < 4, j < 8        reads the rows 0, 2, 4 and 6
//   V[i + k]      over i < 4, k < 4        reads V[3] four times

#ifndef SA_DIALECT_SA_ANALYSIS_CONSTANTS_CONSTANTREADS_H
#define SA_DIALECT_SA_ANALYSIS_CONSTANTS_CONSTANTREADS_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace sa {

/// A box with more points than this is not visited.
inline constexpr int64_t maxReadPoints = int64_t(1) << 25;

struct ConstantReads {
  /// The shape of the constant.
  llvm::SmallVector<int64_t> shape;
  /// The box: dimension d takes `counts[d]` values, multiples of `steps[d]`.
  llvm::SmallVector<int64_t> counts, steps;
  /// One for each dimension of the constant.
  llvm::SmallVector<mlir::AffineExpr> subscripts;

  /// Returns the number of points; nothing when there are too many.
  std::optional<int64_t> getNumPoints() const;

  /// Calls `visit` for each point of the box, in row-major order, with the
  /// position of the element that is read there, in row-major order, too, or
  /// with -1 where the subscripts lie outside of the constant.
  void
  visit(llvm::function_ref<void(int64_t point, int64_t position)> visit) const;
};

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_CONSTANTS_CONSTANTREADS_H
