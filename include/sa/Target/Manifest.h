// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels → manifest: JSON with the arguments of each function (roles, types,
// shapes, strides), its temporaries, and its launches in order. A size is an
// expression: a number, the name of a run-time size, or [operator, left,
// right].

#ifndef SA_TARGET_MANIFEST_H
#define SA_TARGET_MANIFEST_H

#include "mlir/IR/BuiltinOps.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Writes the manifest of `module`, which is at the stage of kernels. Fails,
/// with a diagnostic, on an operation that a manifest cannot express.
mlir::LogicalResult emitManifest(mlir::ModuleOp module, llvm::raw_ostream &os);

/// Writes the manifest of a function of arrays without its launches, for a
/// caller that runs the function itself. Requirements on open dimensions have
/// no `at_least`. The body of `func` is not looked at.
void emitArgumentManifest(FuncOp func, llvm::raw_ostream &os);

} // namespace sa

#endif // SA_TARGET_MANIFEST_H
