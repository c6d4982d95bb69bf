// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the functions that OpenCL devices have.

#ifndef SA_LIB_CONVERSION_OPENCLBUILTINS_H
#define SA_LIB_CONVERSION_OPENCLBUILTINS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace sa {

/// Calls the function with this mangled name, which the module declares then.
/// Without a result `type` is void.
mlir::LLVM::CallOp createBuiltinCall(mlir::OpBuilder &builder,
                                     mlir::Location loc,
                                     mlir::gpu::GPUModuleOp module,
                                     llvm::StringRef name, mlir::Type type,
                                     mlir::ValueRange operands);

} // namespace sa

#endif // SA_LIB_CONVERSION_OPENCLBUILTINS_H
