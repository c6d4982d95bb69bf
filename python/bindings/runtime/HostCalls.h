// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptors of arrays as Python objects, and the checks of calls that run on
// the host.

#ifndef SA_BINDINGS_RUNTIME_HOSTCALLS_H
#define SA_BINDINGS_RUNTIME_HOSTCALLS_H

#include "sa/Runtime/Manifest/FunctionManifest.h"

#include <vector>

#include <pybind11/pybind11.h>

namespace sa::python {

/// The functions of a manifest, the type `Manifest` of the module.
struct Manifest {
  std::vector<runtime::FunctionManifest> functions;

  /// Throws an Error when there is no such function.
  const runtime::FunctionManifest &get(const std::string &name) const;
};

/// Adds the types `Manifest`, `Descriptor` and `OutputShape`, and the functions
/// that take and return them.
void registerHostCalls(pybind11::module_ &m);

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_HOSTCALLS_H
