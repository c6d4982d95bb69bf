// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Affine/PointSet.h"

#include "llvm/ADT/Statistic.h"

#define DEBUG_TYPE "sa-point-set"

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numProofs, "Sets of points asked whether empty");

LogicalResult PointSet::keep(AffineExpr expr, bool isEquality) {
  std::vector<SmallVector<int64_t, 8>> rows;
  auto map = AffineMap::get(getNumDimVars(), getNumSymbolVars(), expr);
  if (failed(flattenAlignedMapAndMergeLocals(map, &rows)))
    return failure();
  // The row knows the variables for its own quotients, which come first; those
  // of earlier constraints follow.
  SmallVector<int64_t, 8> &row = rows.front();
  row.insert(row.end() - 1, getNumCols() - row.size(), 0);
  if (isEquality)
    addEquality(ArrayRef<int64_t>(row));
  else
    addInequality(ArrayRef<int64_t>(row));
  return success();
}

LogicalResult PointSet::keepNonNegative(AffineExpr expr) {
  return keep(expr, /*isEquality=*/false);
}

LogicalResult PointSet::keepZero(AffineExpr expr) {
  return keep(expr, /*isEquality=*/true);
}

bool PointSet::isIntegerEmpty() const {
  // Vendor bug mlir-slow-quotients: each takes three times as long.
  constexpr unsigned maxQuotients = 32;
  ++numProofs;
  return getNumLocalVars() <= maxQuotients &&
         FlatLinearConstraints::isIntegerEmpty();
}
