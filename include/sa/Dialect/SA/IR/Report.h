// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler found and decided, in words. Passes that choose (a layout,
// what to skip, where a temporary lives) add a line to the function; the lines
// travel with it and are printed by `--emit=report`.

#ifndef SA_DIALECT_SA_IR_REPORT_H
#define SA_DIALECT_SA_IR_REPORT_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Appends a line to the report of `func`: a sentence that begins with the
/// array it is about.
void addReport(FuncOp func, const llvm::Twine &line);

} // namespace sa

#endif // SA_DIALECT_SA_IR_REPORT_H
