// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be said about two indices of flat memory without an analysis: enough
// to tell the parts of one complex number apart, and neighbours of one element.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_FLATINDEX_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_FLATINDEX_H

#include "mlir/IR/Value.h"

namespace sa {

/// True when the indices differ by a constant other than zero, so that at any
/// moment they are of different elements.
bool haveConstantDistance(mlir::Value lhs, mlir::Value rhs);

/// True when one of the indices is even and the other odd, whatever they are
/// computed from: their elements are never the same, in no two iterations of a
/// loop.
bool areEvenAndOdd(mlir::Value lhs, mlir::Value rhs);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_FLATINDEX_H
