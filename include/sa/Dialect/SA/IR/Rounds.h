// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices of rounds and sizes among the scalars of functions.

#ifndef SA_DIALECT_SA_IR_ROUNDS_H
#define SA_DIALECT_SA_IR_ROUNDS_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Returns the number that `index` is less than if it is the index of a loop of
/// rounds, or an argument that an `sa.round` says is one; otherwise nothing.
std::optional<mlir::OpFoldResult> getRoundLimit(mlir::Value index);

/// Returns true for an argument of a function that is a size (`sa.size`).
bool isSizeArgument(mlir::Value value);

/// Returns the name of a scalar argument of a function or of the index of a
/// loop of rounds; empty for other values.
llvm::StringRef getScalarName(mlir::Value value);

} // namespace sa

#endif // SA_DIALECT_SA_IR_ROUNDS_H
