// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Estimates of the work that skipping zeros saves. Work is counted in points of
// the dense nest. A point whose indices come from a table costs more than one,
// depending on the lanes: a device runs neighbours in the last parallel index
// as the lanes of a vector, which is fast only where the lanes do the same and
// access neighbours. All measured costs are in SkipEstimate.cpp.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_SKIPESTIMATE_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_SKIPESTIMATE_H

#include "NestRewrite.h"

namespace sa {

/// A smaller part of a constant that is zero and not skipped is not reported.
inline constexpr double minReportedPart = 0.05;

/// Returns true when the estimated gain is worth the risk that the estimate is
/// wrong.
bool isWorthwhile(double gain);

/// Zero slices of one dimension of a constant. The slices that are left are a
/// range or a list.
struct SliceCandidate {
  unsigned dim;
  int64_t numSlices, numZero;
  /// The range; `count` slices. The list is empty for a range.
  int64_t first, count;
  std::vector<int64_t> list;
  /// The work of the dense nest, divided by that of the new one.
  double gain;
  bool pays;

  /// Returns the slice at `place` of the new constant.
  int64_t operator[](int64_t place) const {
    return list.empty() ? first + place : list[place];
  }
};

/// Returns a candidate for each dimension that has zero slices.
llvm::SmallVector<SliceCandidate> findSlices(const ZeroFactor &factor);

/// Returns the nest that runs over the slices of the candidates only.
NestRewrite makeSlices(const ZeroFactor &factor,
                       llvm::ArrayRef<SliceCandidate> candidates);

/// Zero cells: blocks, or single elements.
struct CellCandidate {
  /// The dimensions of the constant, in the order of the nest: there is a list
  /// of columns for each row, or, without rows, one list.
  llvm::SmallVector<unsigned> rowDims, columnDims;
  /// The size of a block, in the last row and column dimension.
  int64_t rows = 1, columns = 1;
  int64_t numCells = 0, numNonzero = 0;
  /// The work of the dense nest, divided by that of the new one.
  double gain = 0;
  /// True when a list would change the order of a sum. `gain` is 0 then.
  bool changesOrder = false;
};

/// Returns the candidate with the largest gain.
CellCandidate findCells(const ZeroFactor &factor);

/// Returns the nest that runs over the cells that are not zero only.
NestRewrite makeCells(const ZeroFactor &factor, const CellCandidate &candidate);

/// The iterations of a loop of a plan, some of which are idle.
struct IdleWork {
  /// The points that read the constant: all of them, and those of the
  /// iterations that are not idle.
  int64_t numPoints, numBusy;
  /// How often the test whether an iteration is idle runs.
  int64_t numTests;
  /// The trip count of the loops inside that do not read other elements.
  double factor;
  /// Whether points run in vectors.
  bool isVector;
};

/// Returns the work of all iterations, divided by that of the new loop.
double getIdleGain(const IdleWork &work);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_SKIPESTIMATE_H
