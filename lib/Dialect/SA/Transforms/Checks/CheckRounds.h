// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of loops of rounds that need a whole function.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_CHECKS_CHECKROUNDS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_CHECKS_CHECKROUNDS_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Fails, with a diagnostic, if a function with loops of rounds has an open
/// size, which the call could not check, or if the body of a loop never writes
/// the element that its rounds depend on. Calls have been inlined.
mlir::LogicalResult checkRounds(FuncOp func);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_CHECKS_CHECKROUNDS_H
