// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints of conditions in loops: whether they hold follows from the bounds
// of the loops around them.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_CONDITIONS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_CONDITIONS_H

#include "LoopBoundUtils.h"

namespace sa {

/// The constraint that an expression is at least 0.
using Constraint = LoopBound;

/// Returns a constraint of a condition; nothing for equalities.
std::optional<Constraint> getConstraint(mlir::affine::AffineIfOp op,
                                        unsigned number);

/// Returns whether the constraint holds in all iterations of the loops with its
/// indices, or in none; nothing if that differs, or is not known.
std::optional<bool> decide(const Constraint &constraint);

/// Replaces the constraints in `op` that are decided by constants.
void foldDecided(mlir::Operation *op);

/// Replaces the constraints in `op` of which `decide` knows whether they hold
/// by ones that are constant.
void foldConstraints(
    mlir::Operation *op,
    llvm::function_ref<std::optional<bool>(const Constraint &)> decide);

/// Returns a constraint without the indices of loops in `loop` that holds
/// wherever an iteration of these fulfils the given one:
///
///   for k = 0 to 64 step 8
///     for kk = 0 to 8        k + kk - 63 >= 0   →   k - 56 >= 0
///
/// Returns nothing if the bounds of these loops are not constant.
std::optional<Constraint> relax(const Constraint &constraint,
                                mlir::affine::AffineForOp loop);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_CONDITIONS_H
