// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requirements on open sizes.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_CHECKS_OPENSIZES_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_CHECKS_OPENSIZES_H

#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"

namespace sa {

/// Adds an `sa.require` before the nest for each open size that an access may
/// exceed. Fails, with a diagnostic at the access, if the required size has no
/// closed form.
mlir::LogicalResult requireOpenSizes(const NestAccesses &nest);

/// Adds an `sa.require` of size 0 for the other open sizes: callers read from
/// it which sizes are open.
void markOpenSizes(FuncOp func);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_CHECKS_OPENSIZES_H
