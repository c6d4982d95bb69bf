// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Casts between the element types of arrays and caches.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_CACHES_ELEMENTCAST_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_CACHES_ELEMENTCAST_H

#include "mlir/IR/Builders.h"

namespace sa {

/// Returns true if every value of the element type `from` is one of `to`.
bool holdsElements(mlir::Type to, mlir::Type from);

/// Returns true if every value of `from` can be rounded, or cut off, to one of
/// `to`: both are floats, both are integers, or a float takes an integer.
bool canRound(mlir::Type to, mlir::Type from);

/// Casts `value` from the element type `from` to `to`. One of the two types
/// holds the elements of the other, or can round them.
mlir::Value createElementCast(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value value, mlir::Type from,
                              mlir::Type to);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_CACHES_ELEMENTCAST_H
