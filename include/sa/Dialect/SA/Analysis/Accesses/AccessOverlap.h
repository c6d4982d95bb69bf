// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where two accesses meet: the set that all questions about dependences are
// asked of.

#ifndef SA_DIALECT_SA_ANALYSIS_ACCESSES_ACCESSOVERLAP_H
#define SA_DIALECT_SA_ANALYSIS_ACCESSES_ACCESSOVERLAP_H

#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"

namespace sa {

/// What identifies the element that an access touches: its index vector, or,
/// where different index vectors may share an element, its offset in memory.
/// Null when that is not understood.
mlir::AffineMap getElementMap(const NestAccesses &nest, const Access &access);

/// The pairs of a point p of one nest and a point q of another, or of the same,
/// where `first` at p and `second` at q touch the same element.
class AccessOverlap {
public:
  /// The nests have the same rank and the same symbols.
  AccessOverlap(const NestAccesses &firstNest, const Access &first,
                const NestAccesses &secondNest, const Access &second);

  /// True when there is a pair whose first `numEqual` indices are equal and
  /// where the index `less`, if given, is less in p than in q.
  bool exist(unsigned numEqual, std::optional<unsigned> less) const;
  /// True when there is a pair of equal points.
  bool existInPlace() const { return exist(rank, std::nullopt); }
  /// True when there is a pair where p comes before q.
  bool existBefore() const;

  /// True when there is such a pair where q - `shift` is not a point of the
  /// second nest, or that cannot be told.
  bool existOutside(unsigned numEqual, std::optional<unsigned> less,
                    llvm::ArrayRef<int64_t> shift) const;

private:
  PointSet getPairs(unsigned numEqual, std::optional<unsigned> less) const;

  unsigned rank;
  /// The variables are p, q, and the iterations of the loops around `first`
  /// and around `second`.
  PointSet pairs;
  /// The points of the second nest alone.
  PointSet secondPoints;
  /// Whether these have all of the nest's constraints, without quotients.
  bool knowsSecondPoints;
  /// What is not understood is assumed to meet.
  bool isUnderstood;
};

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_ACCESSES_ACCESSOVERLAP_H
