// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The effect of a body where loads of constants give zero. The analysis follows
// the values of the body: each is zero, equal to an element that was loaded, or
// unknown.
//
//   C[i, j] += A[i, k] * W[k, j]                adds zero
//   C[i, j] = C[i, j] - 2 * W[k, j] * A[i, k]   stores the element that is
//   there s = W[k, j]; s *= 2; C[i, j] += s           adds zero if W[k, j] !=
//   0: C[i, j] = A[i, k]          does not reach the store

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_ZEROEFFECT_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_ZEROEFFECT_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Returns true when running `body`, of a nest or of a loop, changes no element
/// where all of `zeros` give zero. For floats, the analysis takes `0 * x` for
/// zero, which is wrong where `x` is infinite or NaN, and `-0 + 0` for `-0`.
bool hasNoEffectAtZeros(mlir::Block &body, llvm::ArrayRef<LoadOp> zeros);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_ZEROEFFECT_H
