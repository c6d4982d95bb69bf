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
/// `ui64`, `f16`, `bf16`, `f32`, `f64`, `complex<f32>`, `complex<f64>`.
bool isElementType(mlir::Type type);

/// What stands for a value of `type` in memory and in the arguments of kernels:
/// a byte for `i1`, the bits for `bf16`, the type of the parts for a complex
/// number, otherwise the type itself.
mlir::Type getStorageType(mlir::Type type);

/// How many values of the storage type one element takes: two for a complex
/// number, the real part first; otherwise one.
int64_t getNumParts(mlir::Type type);

/// The type of each part of an element: that of the parts of a complex number,
/// otherwise the type itself.
mlir::Type getPartType(mlir::Type type);

/// The bytes of an element in memory.
int64_t getElementBytes(mlir::Type type);

/// The name of an element type in the manifest and in Python: `bool` for `i1`,
/// `c64` and `c128` for the complex types, otherwise as MLIR prints it.
std::string getElementTypeName(mlir::Type type);

} // namespace sa

#endif // SA_DIALECT_SA_IR_SATYPES_H
