// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the code generator of LLVM's SPIR-V backend, which is not safe to be run
// twice in a process.

#ifndef SA_VENDOR_LLVMSPIRVCODEGEN_H
#define SA_VENDOR_LLVMSPIRVCODEGEN_H

#include "mlir/IR/BuiltinOps.h"
#include "sa/Vendor/Workarounds.h"

namespace llvm {
class Module;
class TargetMachine;
class raw_pwrite_stream;
} // namespace llvm

namespace sa {

/// Writes `kernels`, which were made of `module`, as an object of `machine`.
/// One thread runs the backend at a time. Fatal errors of the backend, which
/// end the process otherwise, become diagnostics.
///
/// Workaround llvm-spirv-retire-functions: after many modules the backend of
/// LLVM 22.1.8 wrote about one invalid module in a hundred. The likely cause is
/// a global table with the addresses of machine functions as keys, which is
/// never cleared. Machine functions are therefore never freed: 68 KB for each
/// module.
mlir::LogicalResult generateCode(mlir::ModuleOp module, llvm::Module &kernels,
                                 llvm::TargetMachine &machine,
                                 const WorkaroundSet &workarounds,
                                 llvm::raw_pwrite_stream &os);

} // namespace sa

#endif // SA_VENDOR_LLVMSPIRVCODEGEN_H
