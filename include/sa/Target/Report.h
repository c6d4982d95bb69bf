// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes what the compiler found and decided about each function, for people.

#ifndef SA_TARGET_REPORT_H
#define SA_TARGET_REPORT_H

#include "mlir/IR/BuiltinOps.h"

namespace sa {

/// Writes the reports of the functions of `module`, which is at the stage of
/// kernels.
void emitReport(mlir::ModuleOp module, llvm::raw_ostream &os);

} // namespace sa

#endif // SA_TARGET_REPORT_H
