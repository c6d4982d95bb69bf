// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A page about a program: what the compiler made of it, step by step, with each
// line linked to the line of the user that it comes from.

#ifndef SA_PIPELINES_EXPLAIN_H
#define SA_PIPELINES_EXPLAIN_H

#include "sa/Pipelines/Compilation.h"
#include "llvm/Support/JSON.h"

namespace sa {

/// Compiles `program`, and appends to `page` one HTML page that needs no other
/// file. Its data are those of the compilation, and `extra`, whose member
/// "files" maps names of files to arrays of lines, for those that are not on
/// the disk. Fails with a diagnostic or an internal error.
mlir::LogicalResult explainProgram(mlir::OwningOpRef<mlir::ModuleOp> program,
                                   CompileOptions options,
                                   llvm::StringRef title,
                                   llvm::json::Object extra, std::string &page,
                                   std::optional<InternalError> &error);

} // namespace sa

#endif // SA_PIPELINES_EXPLAIN_H
