// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays as values of functions and plans.

#ifndef SA_DIALECT_SA_IR_ARRAYVALUES_H
#define SA_DIALECT_SA_IR_ARRAYVALUES_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Gives an array, and the caches of plans that are copies of it, another type.
void setArrayType(mlir::Value array, ArrayType type);

} // namespace sa

#endif // SA_DIALECT_SA_IR_ARRAYVALUES_H
