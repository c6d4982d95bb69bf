// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points at which a nest does nothing because several reads of constants give
// zero there: one constant at two places, several constants, or all that a loop
// of the body reads.
//
//   C[i] += A[k] * W[k]                      nothing where W[k] and W[k + 1]
//   D[i] += A[k] * W[k + 1]                  are zero
//   C[i] += V[k] * W[k] + U[k]               where U[k] is, and V[k] or W[k]
//   for r: C[i] += A[k, r] * W[k, r]         where row k is
//
// Which reads have to be zero together is found out by following the body with
// each set of them. What is left is one question for each point of the indices
// that they depend on, which is a constant of its own.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_JOINTZEROS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_JOINTZEROS_H

#include "ZeroFactor.h"

namespace sa {

/// The points of `nest` that do something, as a factor. Nothing when no reads
/// of constants tell, or when there are too many points.
std::optional<ZeroFactor> findJointZeros(NestOp nest);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_JOINTZEROS_H
