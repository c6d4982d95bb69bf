// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules that all the operations obey that read or write elements.

#ifndef SA_LIB_DIALECT_SA_IR_ACCESSRULES_H
#define SA_LIB_DIALECT_SA_IR_ACCESSRULES_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// An access stands in a nest or a loop, has one index for each dimension (C1),
/// and its constant indices lie inside the shape (C2).
mlir::LogicalResult verifyAccess(mlir::Operation *op, mlir::Value array,
                                 mlir::OperandRange indices);

/// An access that writes is to an array that may be written (C3).
mlir::LogicalResult verifyWrite(mlir::Operation *op, mlir::Value array);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_IR_ACCESSRULES_H
