// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators and functions of floating-point numbers.

#ifndef SA_PYTHON_BINDINGS_COMPILER_FLOATARITHMETIC_H
#define SA_PYTHON_BINDINGS_COMPILER_FLOATARITHMETIC_H

#include "Arithmetic.h"

namespace sa::python {

mlir::Value createFloatBinary(mlir::OpBuilder &builder, mlir::Location loc,
                              llvm::StringRef op, mlir::Value lhs,
                              mlir::Value rhs);
mlir::Value createFloatUnary(mlir::OpBuilder &builder, mlir::Location loc,
                             llvm::StringRef op, mlir::Value operand);

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_FLOATARITHMETIC_H
