// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes that are known only at run time, where constants bound them. A nest
// that reads 48 rows of a constant at the most runs to 48:
//
//   for k to K                     for k to 48 where k < K
//     C[i] += A[i, k] * W[k]   →     C[i] += A[i, k] * W[k]

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_BOUNDSIZES_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_BOUNDSIZES_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// A nest, before `nest`, which stays, that does the same with sizes that are
/// numbers, where those of indices in the subscripts of constants are not.
/// Nothing when there are none, or they are not bounded. No index may leave its
/// array: `--sa-check-accesses` has proven that.
std::optional<NestOp> boundSizes(NestOp nest);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_BOUNDSIZES_H
