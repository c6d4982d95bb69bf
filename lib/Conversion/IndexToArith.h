// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ops of the `index` dialect as the `arith` ops they are on a 64-bit index.

#ifndef SA_LIB_CONVERSION_INDEXTOARITH_H
#define SA_LIB_CONVERSION_INDEXTOARITH_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace sa {

/// If `op` belongs to the `index` dialect, creates its `arith` counterpart over
/// the mapped operands, maps the result and returns true.
bool lowerIndexOp(mlir::OpBuilder &builder, mlir::Operation *op,
                  mlir::IRMapping &mapping);

} // namespace sa

#endif // SA_LIB_CONVERSION_INDEXTOARITH_H
