// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which points of nests touch the same elements. Two points *conflict* when
// both touch the same element of an array and at least one of them writes it.
// Points of a nest that differ in a parallel index never conflict, so they may
// run at the same time; the other indices run in their order inside of one
// work-item.
//
//   C[i, j] += A[i, k] * B[k, j]    (i, j, k) and (i, j, k') write C[i, j]:
//                                   k is not parallel, i and j are.
//
// Two nests that conflict only at equal points can run as one: every point then
// finds what it needs, whatever the order of the points is.
//
//   T[i] = A[i];  then  B[i] = T[i]       one nest: T[i] = A[i]; B[i] = T[i]
//   T[i] = A[i];  then  B[i] = T[i + 1]   two nests

#ifndef SA_DIALECT_SA_ANALYSIS_ACCESSES_DEPENDENCE_H
#define SA_DIALECT_SA_ANALYSIS_ACCESSES_DEPENDENCE_H

#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"

namespace sa {

/// Two accesses that can touch the same element, one of them writing it.
struct Conflict {
  const Access &first, &second;
};

/// Finds accesses of two points that differ in the index `position` and can
/// conflict. Exact for arrays whose layout keeps elements apart and for affine
/// layouts. Conflicts that `isHarmless` returns true for do not count.
std::optional<Conflict> findConflict(
    const NestAccesses &nest, unsigned position,
    llvm::function_ref<bool(const Access &, const Access &)> isHarmless =
        nullptr);

/// True when there are such.
bool carriesDependence(const NestAccesses &nest, unsigned position);

/// Two accesses by which a point of `first` and a different point of `second`
/// can conflict, or nothing. The nests have the same rank and unified symbols.
std::optional<Conflict> findConflictElsewhere(const NestAccesses &first,
                                              const NestAccesses &second);

/// True when both accesses, of one array, are known to touch the same element
/// at every point of their nest.
bool isSameElement(const NestAccesses &nest, const Access &first,
                   const Access &second);

/// True when both accesses, of one array, touch the same element at some point
/// of the nest.
bool canMeetInPlace(const NestAccesses &nest, const Access &first,
                    const Access &second);

/// True when `first` can touch an element at a point that comes before a point
/// where `second` touches it.
bool canMeetBefore(const NestAccesses &nest, const Access &first,
                   const Access &second);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_ACCESSES_DEPENDENCE_H
