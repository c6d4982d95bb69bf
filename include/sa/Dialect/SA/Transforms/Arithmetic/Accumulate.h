// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an accumulation computes.

#ifndef SA_DIALECT_SA_TRANSFORMS_ACCUMULATE_H
#define SA_DIALECT_SA_TRANSFORMS_ACCUMULATE_H

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// `element ∘ value`, where ∘ is the kind of the accumulation and `element` is
/// what its array held. `value` stands for the accumulation's own value.
mlir::Value createCombine(mlir::OpBuilder &builder, AccumulateOp op,
                          mlir::Value element, mlir::Value value);

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_ACCUMULATE_H
