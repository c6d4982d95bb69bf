// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels → report: the decisions of the compiler in words and as JSON.

#ifndef SA_TARGET_REPORT_H
#define SA_TARGET_REPORT_H

#include "mlir/IR/BuiltinOps.h"

namespace sa {

/// Writes the reports of the functions of `module`, which is at the stage of
/// kernels.
void emitReport(mlir::ModuleOp module, llvm::raw_ostream &os);

/// Writes the same as an array of JSON objects, one for each entry, with the
/// members function, subject, names, message and values.
void emitReportJSON(mlir::ModuleOp module, llvm::raw_ostream &os);

} // namespace sa

#endif // SA_TARGET_REPORT_H
