// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions whose errors do not show how the package found them. A wrapper in
// Python would be one more line of every traceback.

#ifndef SA_BINDINGS_RUNTIME_TRACEBACKBOUNDARY_H
#define SA_BINDINGS_RUNTIME_TRACEBACKBOUNDARY_H

#include <pybind11/pybind11.h>

namespace sa::python {

/// Adds the type `TracebackBoundary` to the module. An object of it is called,
/// and bound to instances, like the function that it is made of. Of an error
/// that leaves it, the frames of files below the folder that it is made with
/// are taken out, unless the variable SAOPT_TRACEBACK is "full". Errors of
/// other kinds than the base class that it is made with stay whole where such a
/// file raised them. A TypeError of a call that does not fit the parameters is
/// given to `advise`, with the function, and may be changed there.
void registerTracebackBoundary(pybind11::module_ &m);

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_TRACEBACKBOUNDARY_H
