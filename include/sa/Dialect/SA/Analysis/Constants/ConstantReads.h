// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elements of a constant are read, point by point. Subscripts are
// expressions of the dimensions of a box: a nest's indices, or the loops that a
// plan makes of them.
//
//   W[2 * k, j]   over k < 4, j < 8        reads the rows 0, 2, 4 and 6
//   V[i + k]      over i < 4, k < 4        reads V[3] four times

#ifndef SA_DIALECT_SA_ANALYSIS_CONSTANTREADS_H
#define SA_DIALECT_SA_ANALYSIS_CONSTANTREADS_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace sa {

/// More points than this are not looked at one by one.
inline constexpr int64_t maxReadPoints = int64_t(1) << 25;

struct ConstantReads {
  /// The shape of the constant.
  llvm::SmallVector<int64_t> shape;
  /// The box: dimension d takes `counts[d]` values, multiples of `steps[d]`.
  llvm::SmallVector<int64_t> counts, steps;
  /// One for each dimension of the constant.
  llvm::SmallVector<mlir::AffineExpr> subscripts;
  /// None of these is negative where something is read.
  llvm::SmallVector<mlir::AffineExpr> constraints;

  /// The number of points; nothing when there are too many.
  std::optional<int64_t> getNumPoints() const;

  /// Calls `visit` for each point of the box, in row-major order, with the
  /// position of the element that is read there, in row-major order, too, or
  /// with -1 where nothing is read: constraints do not hold, or the subscripts
  /// lie outside of the constant.
  void
  visit(llvm::function_ref<void(int64_t point, int64_t position)> visit) const;
};

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_CONSTANTREADS_H
