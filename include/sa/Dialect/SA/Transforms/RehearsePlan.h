// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tries on a copy what the passes will make of a plan, while it is written: the
// place and the size of a cache, and the number of groups, are known only from
// the loops.

#ifndef SA_DIALECT_SA_TRANSFORMS_REHEARSEPLAN_H
#define SA_DIALECT_SA_TRANSFORMS_REHEARSEPLAN_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Fails, with a diagnostic, when the loops, groups, partial sums and copies of
/// a function's plans cannot be made. What a later step may still mend is not
/// refused: a cache in local memory whose loops are not bound yet.
mlir::LogicalResult rehearsePlans(FuncOp func);

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_REHEARSEPLAN_H
