// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distributes the body of a nest: what it does under a condition on indices
// first or last becomes nests of its own. A layer with a bias and an activation
// is a plain sum then:
//
//   for i, k                            for i where k = 0    C[i] = b[i]
//     if k = 0    C[i] = b[i]      →    for i, k             C[i] += W[k] * …
//     C[i] += W[k] * A[i, k]            for i where k = n-1  C[i] = max(C[i],
//     0) if k = n-1  C[i] = max(C[i], 0)

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_SEPARATEENDS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_SEPARATEENDS_H

#include "mlir/IR/PatternMatch.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// The nests that do together, in this order, what one nest did.
struct SeparatedEnds {
  llvm::SmallVector<NestOp> nests;
  /// The nest without the conditions.
  NestOp middle;
};

/// Creates nests for the conditions on indices that the body of `nest` begins
/// and ends with, and for the rest, before `nest`, which stays. Returns nothing
/// when there are no conditions, or when a result would change.
std::optional<SeparatedEnds> separateEnds(mlir::RewriterBase &rewriter,
                                          NestOp nest);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_SEPARATEENDS_H
