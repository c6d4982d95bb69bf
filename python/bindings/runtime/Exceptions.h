// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's errors as exceptions of the Python package.

#ifndef SA_BINDINGS_RUNTIME_EXCEPTIONS_H
#define SA_BINDINGS_RUNTIME_EXCEPTIONS_H

#include "sa/Runtime/Error.h"

#include <string>

#include <pybind11/pybind11.h>

namespace sa::python {

/// Finds the package's exception types, and has C++ exceptions translated to
/// them. Called once, when the module is imported.
void registerExceptions();

/// Sets Python's error from the C++ exception that is being handled, for
/// functions that Python calls directly.
void setPythonError();

/// Runs `work` for a function that Python calls directly. Sets Python's error
/// and returns null when it throws.
template <typename WorkT> PyObject *guarded(WorkT work) {
  try {
    return work();
  } catch (...) {
    setPythonError();
    return nullptr;
  }
}

/// The package's exception type for a kind of error.
PyObject *getExceptionType(runtime::ErrorKind kind);

/// Replaces a Python exception by an error of the package that has it as its
/// cause. Interrupts and the like are not replaced.
[[noreturn]] void raiseFrom(pybind11::error_already_set &cause,
                            runtime::ErrorKind kind,
                            const std::string &message);

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_EXCEPTIONS_H
