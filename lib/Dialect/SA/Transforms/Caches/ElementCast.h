// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements kept as another type that has all their values, and back.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_ELEMENTCAST_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_ELEMENTCAST_H

#include "mlir/IR/Builders.h"

namespace sa {

/// True when every value of the element type `from` is one of `to`.
bool holdsElements(mlir::Type to, mlir::Type from);

/// `value`, an element of the type `from`, as one of `to`. One of the two types
/// holds the elements of the other.
mlir::Value createElementCast(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value value, mlir::Type from,
                              mlir::Type to);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_ELEMENTCAST_H
