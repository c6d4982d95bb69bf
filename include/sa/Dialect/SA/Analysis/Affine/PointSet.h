// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A set of integer points, cut out by affine constraints.

#ifndef SA_DIALECT_SA_ANALYSIS_AFFINE_POINTSET_H
#define SA_DIALECT_SA_ANALYSIS_AFFINE_POINTSET_H

#include "mlir/Analysis/FlatLinearValueConstraints.h"

namespace sa {

class PointSet : public mlir::FlatLinearConstraints {
public:
  PointSet(unsigned numDims, unsigned numSymbols)
      : FlatLinearConstraints(numDims, numSymbols) {}

  /// Keeps the points where `expr`, over the set's dimensions and symbols, is
  /// not negative; where it is zero. Fails when it cannot be understood, and
  /// leaves the set as it is.
  mlir::LogicalResult keepNonNegative(mlir::AffineExpr expr);
  mlir::LogicalResult keepZero(mlir::AffineExpr expr);

  /// True when there are no points. MLIR's search takes three times as long
  /// with every further quotient; a set with very many of them may always have
  /// points.
  bool isIntegerEmpty() const;

private:
  mlir::LogicalResult keep(mlir::AffineExpr expr, bool isEquality);
};

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_AFFINE_POINTSET_H
