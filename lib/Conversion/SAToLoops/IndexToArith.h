// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// index → arith: the operations have the same meaning on a 64-bit index.

#ifndef SA_LIB_CONVERSION_SATOLOOPS_INDEXTOARITH_H
#define SA_LIB_CONVERSION_SATOLOOPS_INDEXTOARITH_H

#include "mlir/IR/Operation.h"

namespace sa {

/// Replaces the operations of the `index` dialect in `op` by those of `arith`.
void convertIndexToArith(mlir::Operation *op);

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_INDEXTOARITH_H
