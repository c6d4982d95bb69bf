// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices as sums: a constant and multiples of values. What is no sum (a
// quotient, a minimum) counts as one value of which nothing is known. The
// passes over loops compare accesses and bounds in this form.

#ifndef SA_DIALECT_SA_ANALYSIS_AFFINE_LINEARINDEX_H
#define SA_DIALECT_SA_ANALYSIS_AFFINE_LINEARINDEX_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/ADT/MapVector.h"
#include <optional>

namespace sa {

/// `constant + Σ factor · value`; no factor is zero.
struct LinearIndex {
  llvm::MapVector<mlir::Value, int64_t> factors;
  int64_t constant = 0;

  /// Adds `factor · other`.
  void add(const LinearIndex &other, int64_t factor = 1);
  bool isConstant() const { return factors.empty(); }
  /// The factor of one value; zero where it does not occur.
  int64_t getFactor(mlir::Value value) const { return factors.lookup(value); }
};

/// The sum behind an index value.
LinearIndex getLinearIndex(mlir::Value index);

/// An affine expression over values as a sum, or nothing when it has quotients
/// or remainders of what is not constant.
std::optional<LinearIndex> getLinearIndex(mlir::AffineExpr expr,
                                          unsigned numDims,
                                          mlir::ValueRange operands);

/// `lhs - rhs` where that is a constant.
std::optional<int64_t> getDistance(const LinearIndex &lhs,
                                   const LinearIndex &rhs);

/// What is known of a number: it is `remainder` plus a multiple of `modulus`.
/// Of any number it is known that it is a multiple of 1.
struct Residue {
  int64_t modulus = 1;
  int64_t remainder = 0;
};

/// What the steps and starts of loops tell of an index. The modulus of the
/// result is the largest divisor of `modulus` for which they tell a remainder.
Residue getResidue(mlir::Value index, int64_t modulus);

/// A value for a sum: `affine.apply`, or simpler where that is possible.
mlir::Value createIndex(mlir::OpBuilder &builder, mlir::Location loc,
                        const LinearIndex &index);

/// How often a loop runs, where that is the same for all values that its
/// bounds depend on.
std::optional<int64_t> getTripCount(mlir::affine::AffineForOp loop);

/// The first value of a loop's index, where it is a sum: the largest of the
/// lower bounds, which lie constant distances apart.
std::optional<LinearIndex> getStart(mlir::affine::AffineForOp loop);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_AFFINE_LINEARINDEX_H
