// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler's diagnostics as Python exceptions.

#ifndef SA_PYTHON_BINDINGS_COMPILER_DIAGNOSTICS_H
#define SA_PYTHON_BINDINGS_COMPILER_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include <optional>
#include <pybind11/pybind11.h>
#include <string>

namespace sa::python {

/// Where the user's program says something: file, line, column.
using UserLocation = std::optional<std::tuple<std::string, int, int>>;

mlir::Location getLocation(mlir::MLIRContext *context,
                           const UserLocation &location);

/// A note of a diagnostic: what it says, and about which place.
using UserNote = std::pair<std::string, UserLocation>;

/// Raises saopt.CompileError.
[[noreturn]] void raiseCompileError(const std::string &message,
                                    const UserLocation &location,
                                    const std::vector<UserNote> &notes = {});

/// Raises saopt.InternalError; without a file `reproducer` is empty.
[[noreturn]] void raiseInternalError(const std::string &message,
                                     const std::string &reproducer);

/// Keeps the first error of its lifetime, with its notes. It may be made
/// without the GIL; `raise` needs it.
class ErrorCollector {
public:
  explicit ErrorCollector(mlir::MLIRContext *context);
  [[noreturn]] void raise();

private:
  std::string message;
  UserLocation location;
  std::vector<UserNote> notes;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_DIAGNOSTICS_H
