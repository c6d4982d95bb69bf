// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the command knows: the compiler, and as much of MLIR as its programs are
// made of. All of MLIR would make the command four times as large.

#ifndef SA_TOOL_REGISTRATION_H
#define SA_TOOL_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sa::tool {

/// Registers the dialects in `registry`, and passes and pipelines for the
/// command line.
void registerForTool(mlir::DialectRegistry &registry);

} // namespace sa::tool

#endif // SA_TOOL_REGISTRATION_H
