// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that no operation is: of lengths, neighbouring numbers and bits.

#ifndef SA_PYTHON_BINDINGS_COMPILER_SPECIALFUNCTIONS_H
#define SA_PYTHON_BINDINGS_COMPILER_SPECIALFUNCTIONS_H

#include "Arithmetic.h"

namespace sa::python {

/// Creates the square root of the sum of two squares, which does not overflow
/// on the way.
mlir::Value createHypot(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value lhs, mlir::Value rhs);

/// Creates the number next to `from` on the way to `to`.
mlir::Value createNextAfter(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value from, mlir::Value to);

/// Creates the number of ones in an integer, as an i8.
mlir::Value createPopCount(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value operand);

/// Creates the number of zeros before the first one of an integer, as an i8.
mlir::Value createLeadingZeros(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value operand);

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_SPECIALFUNCTIONS_H
