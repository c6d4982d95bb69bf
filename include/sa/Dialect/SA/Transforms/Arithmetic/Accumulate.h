// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic of accumulations.

#ifndef SA_DIALECT_SA_TRANSFORMS_ARITHMETIC_ACCUMULATE_H
#define SA_DIALECT_SA_TRANSFORMS_ARITHMETIC_ACCUMULATE_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Creates `element ∘ value`, where ∘ is the kind of the accumulation `op`.
mlir::Value createCombine(mlir::OpBuilder &builder, AccumulateOp op,
                          mlir::Value element, mlir::Value value);

/// Replaces the stores of `nest` that combine a value with the element that
/// they write by accumulations.
void recognizeAccumulations(NestOp nest);

/// Returns the kind of atomic update that does what `op` does to an element
/// that is not complex.
mlir::arith::AtomicRMWKind getAtomicKind(AccumulateOp op);

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_ARITHMETIC_ACCUMULATE_H
