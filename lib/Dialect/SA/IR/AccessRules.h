// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of all accesses.

#ifndef SA_LIB_DIALECT_SA_IR_ACCESSRULES_H
#define SA_LIB_DIALECT_SA_IR_ACCESSRULES_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Verifies that an access stands in a nest or a loop, has one index for each
/// dimension (C1), and constant indices inside the shape (C2).
mlir::LogicalResult verifyAccess(mlir::Operation *op, mlir::Value array,
                                 mlir::OperandRange indices);

/// Verifies that the function may write the array of an access (C3).
mlir::LogicalResult verifyWrite(mlir::Operation *op, mlir::Value array);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_IR_ACCESSRULES_H
