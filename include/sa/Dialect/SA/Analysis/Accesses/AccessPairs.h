// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about pairs of accesses, each asked once. A body of n statements
// has n² pairs of accesses, and unrolled code has many statements that are much
// alike:
//
//   B[i] = B[i] + A[i, 0]      one load and one store of B[i] stand for all
//   B[i] = B[i] + A[i, 1]
//
//   C[i] = 0; C[i + 2] = 1     C[i + 1] and C[i + 3] meet where C[i] and
//   C[i + 1] = 2; …            C[i + 2] do
//
// Most of the others need no proof, because their subscripts are never equal.

#ifndef SA_DIALECT_SA_ANALYSIS_ACCESSES_ACCESSPAIRS_H
#define SA_DIALECT_SA_ANALYSIS_ACCESSES_ACCESSPAIRS_H

#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"

namespace sa {

/// Calls `ask` with pairs of an access of `first` and one of `second` that can
/// touch the same element of an array, one of them writing it, in the order of
/// the program, until it returns true. Pairs for which `ask` has to give the
/// answer that it gave for an earlier pair are left out; so are those that
/// never touch the same element, whatever the points are. The nests have the
/// same symbols.
///
/// `ask` may look at the arrays, the kinds of the operations, the constraints
/// of the places and at the sets of points where both touch the same element.
void askPairs(const NestAccesses &first, const NestAccesses &second,
              llvm::function_ref<bool(const Access &, const Access &)> ask);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_ACCESSES_ACCESSPAIRS_H
