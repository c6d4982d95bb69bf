// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What there is to skip in a nest with a zero factor, how much less work that
// is, and the nest that does it. Work is counted in points of the dense nest; a
// point that comes from a list is dearer than that, and how much depends on the
// lanes: devices run neighbours in the last parallel index at once, as the
// lanes of a vector, which is fast only where they do the same and touch
// neighbours.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_SKIPPLANS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_SKIPPLANS_H

#include "NestRewrite.h"
#include "sa/Dialect/SA/Analysis/ConstantContent.h"

namespace sa {

/// How many lanes a vector has. A CPU's compiler runs what is left over of a
/// range that is no multiple of it one by one.
inline constexpr int64_t numLanes = 16;

/// Less gain than this is not worth the risk that the estimate is wrong.
inline constexpr double minGain = 1.2;

/// A smaller part that is zero, and not skipped, is not worth a line.
inline constexpr double minReportedPart = 0.05;

/// How much dearer a point is that asks first whether the nest's constraints
/// hold: an element that is summed up does not stay in a register.
inline constexpr double guardCost = 2.0;

/// Zero slices of one dimension of the constant. What is left is a range of
/// slices, or a list: those that are not zero, and a few others where that
/// fills vectors.
struct SlicePlan {
  unsigned dim;
  int64_t numSlices, numZero;
  /// The range, or a list; only one that pays is made.
  int64_t first, count;
  std::vector<int64_t> list;
  /// The work of the dense nest, divided by that of the new one.
  double gain;
  /// Whether that is enough.
  bool pays;

  /// The slice that stands at a place of the new constant.
  int64_t operator[](int64_t place) const {
    return list.empty() ? first + place : list[place];
  }
};

/// One plan for each dimension that has zero slices.
llvm::SmallVector<SlicePlan> planSlices(const ZeroFactor &factor,
                                        const NonzeroMask &mask);

/// The nest that runs over the slices of these plans only.
NestRewrite skipSlices(const ZeroFactor &factor,
                       const ConstantElements &elements,
                       llvm::ArrayRef<SlicePlan> plans);

/// Shortens those loops of a nest with a plan that the plan leaves alone, where
/// that pays. Returns what was done: ranges of slices, whose `numZero` are
/// those outside.
llvm::SmallVector<SlicePlan> shortenPlanned(const ZeroFactor &factor,
                                            const NonzeroMask &mask);

/// Zero cells: blocks, or single elements.
struct CellPlan {
  /// The dimensions of the constant, in the order of the nest: there is a list
  /// of columns for each row, or, without rows, one list.
  llvm::SmallVector<unsigned> rowDims, columnDims;
  /// The size of a block, in the last row and column dimension.
  int64_t rows = 1, columns = 1;
  int64_t numCells = 0, numNonzero = 0;
  /// The work of the dense nest, divided by that of the new one.
  double gain = 0;
  /// True when a list would change the order of the nest's points: there is
  /// nothing to gain then.
  bool changesOrder = false;
};

/// The best plan; nothing when almost nothing is zero.
std::optional<CellPlan> planCells(const ZeroFactor &factor,
                                  const NonzeroMask &mask);

/// The nest that runs over the cells that are not zero only.
NestRewrite skipCells(const ZeroFactor &factor,
                      const ConstantElements &elements, const NonzeroMask &mask,
                      const CellPlan &plan);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_SKIPPLANS_H
