// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the operators and functions of the Python language mean in `arith`,
// `complex` and `math`. Integers wrap; `//` and `%` round down, as Python's do,
// and give 0 where the divisor is 0, as NumPy's do; shifts by the width or more
// are defined; comparisons, min and max treat NaN as NumPy does.

#ifndef SA_PYTHON_BINDINGS_COMPILER_ARITHMETIC_H
#define SA_PYTHON_BINDINGS_COMPILER_ARITHMETIC_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace sa::python {

/// A type of the Python language: an element type, or the type of an index.
struct ScalarType {
  /// The type in MLIR with its sign, as arrays have it.
  mlir::Type element;
  /// The type of values, without a sign.
  mlir::Type value;

  bool isFloat() const { return llvm::isa<mlir::FloatType>(value); }
  bool isComplex() const { return llvm::isa<mlir::ComplexType>(value); }
  bool isBool() const { return value.isInteger(1); }
  bool isIndex() const { return value.isIndex(); }
  bool isUnsigned() const { return element.isUnsignedInteger() || isBool(); }
};

/// The type that `name` stands for: bool, i8 … ui64, f16 … f64, c64, c128, or
/// index.
std::optional<ScalarType> getScalarType(mlir::MLIRContext *context,
                                        llvm::StringRef name);

// Each of these returns null when the type has no such operation.

mlir::Value createBinary(mlir::OpBuilder &builder, mlir::Location loc,
                         llvm::StringRef op, ScalarType type, mlir::Value lhs,
                         mlir::Value rhs);
mlir::Value createUnary(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef op, ScalarType type,
                        mlir::Value operand);
mlir::Value createCompare(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::StringRef op, ScalarType type, mlir::Value lhs,
                          mlir::Value rhs);
mlir::Value createCast(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value operand, ScalarType from, ScalarType to);

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_ARITHMETIC_H
