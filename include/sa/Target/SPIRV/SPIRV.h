// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM dialect → LLVM IR → SPIR-V, by LLVM's SPIR-V backend in process.

#ifndef SA_TARGET_SPIRV_SPIRV_H
#define SA_TARGET_SPIRV_SPIRV_H

#include "mlir/IR/BuiltinOps.h"
#include "sa/Vendor/Workarounds.h"

namespace sa {

/// Writes the LLVM IR of the kernels of `module`, which is at the stage of
/// LLVM, as text.
mlir::LogicalResult emitLLVMIR(mlir::ModuleOp module, llvm::raw_ostream &os,
                               const WorkaroundSet &workarounds);

/// Writes the kernels of `module`, which is at the stage of LLVM, as one binary
/// SPIR-V module.
mlir::LogicalResult emitSPIRV(mlir::ModuleOp module,
                              llvm::raw_pwrite_stream &os,
                              const WorkaroundSet &workarounds);

/// Registers the translations that both functions above need.
void registerSPIRVTranslation(mlir::DialectRegistry &registry);

} // namespace sa

#endif // SA_TARGET_SPIRV_SPIRV_H
