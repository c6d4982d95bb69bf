// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of OpenCL's built-in functions.

#ifndef SA_LIB_CONVERSION_KERNELSTOLLVM_OPENCLBUILTINS_H
#define SA_LIB_CONVERSION_KERNELSTOLLVM_OPENCLBUILTINS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace sa {

/// Creates a call of the function with this mangled name, and its declaration
/// in `module`. `type` is that of the result, or void.
mlir::LLVM::CallOp createBuiltinCall(mlir::OpBuilder &builder,
                                     mlir::Location loc,
                                     mlir::gpu::GPUModuleOp module,
                                     llvm::StringRef name, mlir::Type type,
                                     mlir::ValueRange operands);

} // namespace sa

#endif // SA_LIB_CONVERSION_KERNELSTOLLVM_OPENCLBUILTINS_H
