// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels in the LLVM dialect → LLVM IR → SPIR-V, in process, by LLVM's own
// SPIR-V backend.

#ifndef SA_TARGET_SPIRV_SPIRV_H
#define SA_TARGET_SPIRV_SPIRV_H

#include "mlir/IR/BuiltinOps.h"

namespace sa {

/// Writes the LLVM IR of the kernels of `module`, which is at the stage of
/// LLVM, as text.
mlir::LogicalResult emitLLVMIR(mlir::ModuleOp module, llvm::raw_ostream &os);

/// Writes the kernels of `module`, which is at the stage of LLVM, as one binary
/// SPIR-V module.
mlir::LogicalResult emitSPIRV(mlir::ModuleOp module,
                              llvm::raw_pwrite_stream &os);

/// Makes MLIR able to translate the kernels: both functions above need it.
void registerSPIRVTranslation(mlir::DialectRegistry &registry);

} // namespace sa

#endif // SA_TARGET_SPIRV_SPIRV_H
