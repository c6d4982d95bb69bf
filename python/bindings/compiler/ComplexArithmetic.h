// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators and functions of complex numbers.

#ifndef SA_PYTHON_BINDINGS_COMPILER_COMPLEXARITHMETIC_H
#define SA_PYTHON_BINDINGS_COMPILER_COMPLEXARITHMETIC_H

#include "Arithmetic.h"

namespace sa::python {

/// A number, in a complex type.
mlir::Value createComplexConstant(mlir::OpBuilder &builder, mlir::Location loc,
                                  mlir::ComplexType type, double real,
                                  double imaginary);

// Each of these returns null when there is no such operation.

mlir::Value createComplexBinary(mlir::OpBuilder &builder, mlir::Location loc,
                                llvm::StringRef op, mlir::Value lhs,
                                mlir::Value rhs);
/// `abs`, `real` and `imag` give a floating-point number.
mlir::Value createComplexUnary(mlir::OpBuilder &builder, mlir::Location loc,
                               llvm::StringRef op, mlir::Value operand);
/// Complex numbers are equal or not; they have no order.
mlir::Value createComplexCompare(mlir::OpBuilder &builder, mlir::Location loc,
                                 llvm::StringRef op, mlir::Value lhs,
                                 mlir::Value rhs);
/// From or to a complex type, or both. A complex number becomes no real one.
mlir::Value createComplexCast(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value operand, ScalarType from,
                              ScalarType to);

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_COMPLEXARITHMETIC_H
