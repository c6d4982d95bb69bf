// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Internal errors of the command, and running what reproduces one.

#ifndef SA_LIB_TOOL_REPRODUCER_H
#define SA_LIB_TOOL_REPRODUCER_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "sa/Pipelines/InternalError.h"
#include "llvm/Support/MemoryBuffer.h"

namespace sa::tool {

/// What the command runs on its input.
struct CommandRecord {
  std::string input;
  std::string pipeline;
  PassRecord passes;

  /// `config`, with passes that this record tells of.
  mlir::MlirOptMainConfig watch(const mlir::MlirOptMainConfig &config);

  /// Prints that there was an internal error, and leaves a reproducer.
  void tell(bool isCrash) const;
};

/// Runs what the reproducer `input` holds, and prints whether the error is
/// there. Succeeds if there is none.
mlir::LogicalResult runReproducer(std::unique_ptr<llvm::MemoryBuffer> input,
                                  mlir::DialectRegistry &registry);

} // namespace sa::tool

#endif // SA_LIB_TOOL_REPRODUCER_H
