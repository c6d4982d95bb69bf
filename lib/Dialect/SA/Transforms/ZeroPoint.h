// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the body of a nest does at a point where loads give zero. Its values
// are followed from there on: some are zero, some are what an element already
// is, and of the others nothing is known.
//
//   C[i, j] += A[i, k] * W[k, j]                adds zero
//   C[i, j] = C[i, j] - 2 * W[k, j] * A[i, k]   stores what is there
//   s = W[k, j]; s *= 2; C[i, j] += s           adds zero
//   if W[k, j] != 0: C[i, j] = A[i, k]          does not come to the store
//   for k: s = s + W[k, j]                      leaves the variable as it is

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_ZEROPOINT_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_ZEROPOINT_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// True when no element changes at the points of `nest` where all of `zeros`
/// give zero, or do not happen. For floats this takes `0 * x` for zero, which
/// is not so where `x` is infinite or NaN, and `-0 + 0` for `-0`.
bool doesNothingAtZeros(NestOp nest, llvm::ArrayRef<LoadOp> zeros);

/// The same for the iterations of a loop of the body; they must not change the
/// variables that live longer, either.
bool doesNothingAtZeros(NestOp nest, mlir::affine::AffineForOp loop,
                        llvm::ArrayRef<LoadOp> zeros);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_ZEROPOINT_H
