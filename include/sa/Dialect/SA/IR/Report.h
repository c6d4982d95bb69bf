// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler found and decided. Passes that choose (a layout, what to
// skip, where a temporary lives) add an entry to the function. The entries are
// dictionaries in its attribute `sa.report`, travel with it, and are printed by
// `--emit=report` and `--emit=report-json`:
//
//   {message = "16 bytes of private memory", names = ["T"],
//    subject = "temporary", values = {bytes = 16, memory = "private"}}

#ifndef SA_DIALECT_SA_IR_REPORT_H
#define SA_DIALECT_SA_IR_REPORT_H

#include "sa/Dialect/SA/IR/SAOps.h"
#include <variant>

namespace sa {

/// What an entry is about.
enum class ReportSubject { Array, Constant, Temporary, Loop, Nest };
llvm::StringRef stringifyReportSubject(ReportSubject subject);

/// A number or a name in the message of an entry, under a key.
using ReportValue =
    std::pair<llvm::StringRef, std::variant<int64_t, llvm::StringRef>>;

/// Appends an entry about `names` to the report of `func`. `message` continues
/// "temporary 'T': "; `values` repeats for programs what it says to people.
void addReport(FuncOp func, ReportSubject subject,
               llvm::ArrayRef<llvm::StringRef> names,
               const llvm::Twine &message,
               llvm::ArrayRef<ReportValue> values = {});

/// An entry of a report, as it is read back.
struct ReportEntry {
  ReportSubject subject;
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef message;
  mlir::DictionaryAttr values;
};

/// The entries of the report of a function, in whatever dialect it is by then.
/// Attributes that are none are left out.
llvm::SmallVector<ReportEntry> getReport(mlir::Operation *func);

} // namespace sa

#endif // SA_DIALECT_SA_IR_REPORT_H
