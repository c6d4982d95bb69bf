// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of Python libraries that make queues: drivers need more stack than some
// threads have.

#ifndef SA_BINDINGS_RUNTIME_PYTHONSTACK_H
#define SA_BINDINGS_RUNTIME_PYTHONSTACK_H

#include <pybind11/pybind11.h>

namespace sa::python {

/// Calls a Python function, on another thread when the stack of this one is
/// small. The caller has the interpreter's lock, which others may take
/// meanwhile.
pybind11::object callWithStack(pybind11::handle function,
                               const pybind11::tuple &arguments,
                               const pybind11::dict &keywords = {});

void registerPythonStack(pybind11::module_ &m);

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_PYTHONSTACK_H
