// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels → manifest: JSON that says what a runtime must know to call the
// functions. It lists the arguments with their roles, types, shapes and
// strides, the temporaries, and the launches in order. A size that depends on
// the arguments is an expression: a number, the name of a run-time size, or
// [operator, left, right].

#ifndef SA_TARGET_MANIFEST_H
#define SA_TARGET_MANIFEST_H

#include "mlir/IR/BuiltinOps.h"

namespace sa {

/// Writes the manifest of `module`, which is at the stage of kernels. Fails,
/// with a diagnostic, on an operation that a manifest cannot express.
mlir::LogicalResult emitManifest(mlir::ModuleOp module, llvm::raw_ostream &os);

} // namespace sa

#endif // SA_TARGET_MANIFEST_H
