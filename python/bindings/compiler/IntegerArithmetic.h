// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators of integers, bools and indices.

#ifndef SA_PYTHON_BINDINGS_COMPILER_INTEGERARITHMETIC_H
#define SA_PYTHON_BINDINGS_COMPILER_INTEGERARITHMETIC_H

#include "Arithmetic.h"

namespace sa::python {

mlir::Value createIntegerBinary(mlir::OpBuilder &builder, mlir::Location loc,
                                llvm::StringRef op, ScalarType type,
                                mlir::Value lhs, mlir::Value rhs);
mlir::Value createIndexBinary(mlir::OpBuilder &builder, mlir::Location loc,
                              llvm::StringRef op, mlir::Value lhs,
                              mlir::Value rhs);
mlir::Value createIntegerUnary(mlir::OpBuilder &builder, mlir::Location loc,
                               llvm::StringRef op, ScalarType type,
                               mlir::Value operand);

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_INTEGERARITHMETIC_H
