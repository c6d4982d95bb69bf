// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the loops need of arrays whose size is open.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_OPENSIZES_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_OPENSIZES_H

#include "sa/Dialect/SA/Analysis/NestAccesses.h"

namespace sa {

/// Adds an `sa.require` before the nest for every open size that an access
/// could exceed. Fails, with a diagnostic at the access, when what it needs
/// cannot be said exactly.
mlir::LogicalResult requireOpenSizes(const NestAccesses &nest);

/// Adds an `sa.require` of nothing for the other open sizes: whoever calls the
/// function learns from it which sizes are open.
void markOpenSizes(FuncOp func);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_OPENSIZES_H
