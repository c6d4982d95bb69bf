// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of borders out of loops that become straight code.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_SEPARATEBORDERS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_SEPARATEBORDERS_H

#include "mlir/IR/PatternMatch.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Lets one condition choose, in each loop with minima, maxima, extended
/// indices or conditions with results, between the inner part without them and
/// the body as it is:
///
///   for j = 0 to n step 8            for j = 0 to n step 8
///     vectorized jj = 0 to 8           if j - 1 >= 0
///       A[max(j + jj - 1, 0)]    →       vectorized jj = 0 to 8
///                                          A[j + jj - 1]
///                                      else
///                                        for jj = 0 to 8
///                                          A[max(j + jj - 1, 0)]
///
/// The condition holds for all iterations of the unrolled and vectorized loops
/// inside. Unswitching takes it out of the loops around.
void separateBorders(mlir::RewriterBase &rewriter, FuncOp func);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_SEPARATEBORDERS_H
