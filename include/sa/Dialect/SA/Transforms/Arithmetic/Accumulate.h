// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic of accumulations.

#ifndef SA_DIALECT_SA_TRANSFORMS_ARITHMETIC_ACCUMULATE_H
#define SA_DIALECT_SA_TRANSFORMS_ARITHMETIC_ACCUMULATE_H

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Creates `element ∘ value`, where ∘ is the kind of the accumulation `op`.
mlir::Value createCombine(mlir::OpBuilder &builder, AccumulateOp op,
                          mlir::Value element, mlir::Value value);

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_ARITHMETIC_ACCUMULATE_H
