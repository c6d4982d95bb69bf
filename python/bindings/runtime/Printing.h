// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels print goes to Python's `sys.stdout`. Threads without the
// interpreter's lock collect it; whoever has the lock writes it.

#ifndef SA_PYTHON_BINDINGS_RUNTIME_PRINTING_H
#define SA_PYTHON_BINDINGS_RUNTIME_PRINTING_H

namespace sa::python {

/// Makes the runtime hand its text to this module.
void installPrinter();

/// Writes what has been collected. The caller has the interpreter's lock.
void writePrinted();

/// Writes it at the end of a scope, in which the lock may be released.
struct PrintedWriter {
  ~PrintedWriter() { writePrinted(); }
};

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_RUNTIME_PRINTING_H
