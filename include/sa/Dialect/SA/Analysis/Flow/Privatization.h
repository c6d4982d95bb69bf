// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When the points of a nest can have copies of a temporary. A temporary that is
// used again and again makes points wait for each other, even where none of
// them needs what another one left there:
//
//   for (i, k)  T[k + 1] = T[k] + A[i, k]; B[i, k] = T[k + 1]
//
// Every read of T[k] gets what the point (i, k - 1) wrote, or zero: with a copy
// of T for each i, no value is missed, and i is parallel. The leading indices
// of a nest change last, so that all the points of one copy run in a row. A
// value therefore stays inside of its copy when every read that an earlier
// copy's write could reach is also reached by a write of its own copy.

#ifndef SA_DIALECT_SA_ANALYSIS_FLOW_PRIVATIZATION_H
#define SA_DIALECT_SA_ANALYSIS_FLOW_PRIVATIZATION_H

#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"

namespace sa {

/// A number n such that points which differ in the first n indices hand nothing
/// on to each other through `array`, a temporary all of whose accesses stand in
/// `nest`. That is then so for every smaller n, too. Where the writes of one
/// copy are at a fixed distance from the reads, it is the largest such number.
unsigned countPrivateIndices(const NestAccesses &nest, mlir::Value array);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_FLOW_PRIVATIZATION_H
