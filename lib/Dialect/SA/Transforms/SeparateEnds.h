// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nests of their own for what a nest does only at the ends of a loop. A sum
// that begins with a store and ends with a function of it is a plain sum then:
//
//   for i, k                            for i where k = 0    C[i] = 0
//     if k = 0    C[i] = 0         →    for i, k             C[i] += W[k] * …
//     C[i] += W[k] * A[i, k]            for i where k = n-1  C[i] = sqrt(C[i])
//     if k = n-1  C[i] = sqrt(C[i])

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_SEPARATEENDS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_SEPARATEENDS_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// The nests that do together, in this order, what one nest did.
struct SeparatedEnds {
  llvm::SmallVector<NestOp> nests;
  /// The one without conditions at its beginning and end.
  NestOp middle;

  void erase();
};

/// Makes nests of the conditions on indices that the body of `nest` begins and
/// ends with, and puts all of them before `nest`, which stays. Nothing when
/// there are none, or when a result would change.
std::optional<SeparatedEnds> separateEnds(NestOp nest);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_SEPARATEENDS_H
