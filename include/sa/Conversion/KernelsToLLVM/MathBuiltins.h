// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that OpenCL and SYCL bring for floating-point mathematics. Both
// give them the same names, so both paths ask here.

#ifndef SA_CONVERSION_KERNELSTOLLVM_MATHBUILTINS_H
#define SA_CONVERSION_KERNELSTOLLVM_MATHBUILTINS_H

#include "mlir/IR/Operation.h"

namespace sa {

/// The built-in function that computes `op` over its operands, which all have
/// one type; empty when there is none.
llvm::StringRef getMathBuiltin(mlir::Operation *op);

} // namespace sa

#endif // SA_CONVERSION_KERNELSTOLLVM_MATHBUILTINS_H
