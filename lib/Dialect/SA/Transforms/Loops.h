// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several passes ask about sequential loops.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace sa {

/// The outermost sequential loop around `op` in its kernel, or null.
mlir::scf::ForOp getOutermostLoop(mlir::Operation *op);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_H
