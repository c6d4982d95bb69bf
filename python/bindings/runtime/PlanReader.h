// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the entry of a function in a manifest, as Python's json module reads it,
// to a plan.

#ifndef SA_BINDINGS_RUNTIME_PLANREADER_H
#define SA_BINDINGS_RUNTIME_PLANREADER_H

#include "sa/Runtime/Plan.h"

#include <pybind11/pybind11.h>

namespace sa::python {

/// Reads one item of the manifest's `functions`. Throws an Error about fields
/// that are missing, unknown or of the wrong type.
runtime::FunctionPlan readPlan(const pybind11::dict &entry);

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_PLANREADER_H
