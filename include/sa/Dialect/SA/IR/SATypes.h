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

/// Returns true for `i1`, `i8` to `i64`, `ui8` to `ui64`, `f16`, `bf16`, `f32`,
/// `f64`, `complex<f32>` and `complex<f64>`.
bool isElementType(mlir::Type type);

/// Returns the type of a value in memory and in arguments of kernels: a byte
/// for `i1`, the bits for `bf16`, the part type of a complex number, otherwise
/// `type`.
mlir::Type getStorageType(mlir::Type type);

/// Returns the number of values of the storage type in an element: two for a
/// complex number, the real part first; otherwise one.
int64_t getNumParts(mlir::Type type);

/// Returns the type of the parts of a complex number; otherwise `type`.
mlir::Type getPartType(mlir::Type type);

/// Returns the bytes of an element in memory.
int64_t getElementBytes(mlir::Type type);

/// Returns the name of an element type in manifests: `bool` for `i1`, `c64` and
/// `c128` for complex types, otherwise as MLIR prints it.
std::string getElementTypeName(mlir::Type type);

} // namespace sa

#endif // SA_DIALECT_SA_IR_SATYPES_H
