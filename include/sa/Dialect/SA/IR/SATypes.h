// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The array type of the `sa` dialect, with its roles and layouts.

#ifndef SA_DIALECT_SA_IR_SATYPES_H
#define SA_DIALECT_SA_IR_SATYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "sa/Dialect/SA/IR/SALayoutAttrs.h"

#define GET_TYPEDEF_CLASSES
#include "sa/Dialect/SA/IR/SATypes.h.inc"

namespace sa {

/// True for the types that an array may hold: `i1`, `i8` to `i64`, `ui8` to
/// `ui64`, `f16`, `bf16`, `f32`, `f64`.
bool isElementType(mlir::Type type);

/// What stands for a value of `type` in memory and in the arguments of kernels:
/// a byte for `i1`, the bits for `bf16`, otherwise the type itself.
mlir::Type getStorageType(mlir::Type type);

/// The name of an element type in the manifest and in Python: `bool` for `i1`,
/// otherwise as MLIR prints it.
std::string getElementTypeName(mlir::Type type);

} // namespace sa

#endif // SA_DIALECT_SA_IR_SATYPES_H
