// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays as values of functions and plans.

#ifndef SA_DIALECT_SA_IR_ARRAYVALUES_H
#define SA_DIALECT_SA_IR_ARRAYVALUES_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Changes the type of an array and of its caches in plans.
void setArrayType(mlir::Value array, ArrayType type);

/// Creates the value of a run-time size, from an argument that has it.
mlir::Value createSize(mlir::OpBuilder &builder, mlir::Location loc,
                       FuncOp func, llvm::StringRef name);

} // namespace sa

#endif // SA_DIALECT_SA_IR_ARRAYVALUES_H
