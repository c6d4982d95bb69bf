// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of the host as arguments. Kernels read a copy of a `saopt.HostArray`
// in USM memory, which is made for each call, since the elements may have
// changed.

#ifndef SA_BINDINGS_RUNTIME_HOSTARRAY_H
#define SA_BINDINGS_RUNTIME_HOSTARRAY_H

#include <pybind11/pybind11.h>

namespace sa::python {

/// True when some of the `count` arguments of a call are arrays of the host.
bool hasHostArrays(PyObject *const *arguments, size_t count);

/// The arguments of a call as a tuple, with a read-only USM array in the place
/// of each array of the host. It must live until the work is done. Throws the
/// Python exception of a copy that failed.
pybind11::tuple stageHostArrays(PyObject *const *arguments, size_t count);

/// The same for the items of a tuple; the very same one when there is nothing
/// to replace.
pybind11::tuple stageHostArrays(const pybind11::tuple &arguments);

/// Adds the type `HostArrayBase`, which the Python class inherits from.
void registerHostArray(pybind11::module_ &m);

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_HOSTARRAY_H
