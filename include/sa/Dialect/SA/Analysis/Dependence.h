// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which indices of a nest may run in parallel. Two points of a nest *conflict*
// when both touch the same element of an array and at least one of them writes
// it. Points that differ in a parallel index never conflict, so they may run at
// the same time; the other indices run in their order inside of one work-item.
//
//   C[i, j] += A[i, k] * B[k, j]      (i, j, k) and (i, j, k') both write C[i,
//   j]:
//                                     k is not parallel, i and j are.

#ifndef SA_DIALECT_SA_ANALYSIS_DEPENDENCE_H
#define SA_DIALECT_SA_ANALYSIS_DEPENDENCE_H

#include "sa/Dialect/SA/Analysis/NestAccesses.h"

namespace sa {

/// Two accesses that can touch the same element, one of them writing it.
struct Conflict {
  const Access &first, &second;
};

/// Finds accesses of two points that differ in the index `position` and can
/// conflict. Exact for arrays whose layout keeps elements apart and for affine
/// layouts.
std::optional<Conflict> findConflict(const NestAccesses &nest,
                                     unsigned position);

/// True when there are such.
bool carriesDependence(const NestAccesses &nest, unsigned position);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_DEPENDENCE_H
