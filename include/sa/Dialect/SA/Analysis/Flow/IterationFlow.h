// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What iterations of loops hand on to each other through a temporary, once
// plans are applied. A temporary begins as zero and is seen by nobody else, so
// when no iteration of a loop needs what another one wrote, each can have
// memory of its own, as large as what one iteration touches:
//
//   for i = 0 to n step 8
//     for ii = 0 to min(8, n - i)     T[i + ii] = A[i + ii]
//     for ii = 0 to min(8, n - i)     B[i + ii] = T[i + ii]     8 elements
//
// A read needs nothing of other iterations when a store of the same iteration
// has just written its element, or when no other iteration has written it
// before. In the second case it may read the zero that was there on entry.

#ifndef SA_DIALECT_SA_ANALYSIS_FLOW_ITERATIONFLOW_H
#define SA_DIALECT_SA_ANALYSIS_FLOW_ITERATIONFLOW_H

#include "sa/Dialect/SA/Analysis/Loops/Footprint.h"

namespace sa {

/// True when one of `writes` is known to store the element that `read` reads
/// before it in the same iteration of all the loops around both.
bool isWrittenBefore(LoopSpace &space, llvm::ArrayRef<LoopAccess> writes,
                     const LoopAccess &read);

/// A read that may get what an earlier iteration of `loop` wrote.
struct CarriedValue {
  const LoopAccess *read, *write;
  mlir::affine::AffineForOp loop;
};

/// The first of `reads` that may get what one of `writes` wrote in another
/// iteration of `loop` or of the loops around it. Nothing when there is none.
std::optional<CarriedValue> findCarriedValue(LoopSpace &space,
                                             llvm::ArrayRef<LoopAccess> reads,
                                             llvm::ArrayRef<LoopAccess> writes,
                                             mlir::affine::AffineForOp loop);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_FLOW_ITERATIONFLOW_H
