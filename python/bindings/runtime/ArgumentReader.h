// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads Python objects into the descriptors and values of a call. Fields have
// the right types afterwards; the runtime library checks everything else.

#ifndef SA_BINDINGS_RUNTIME_ARGUMENTREADER_H
#define SA_BINDINGS_RUNTIME_ARGUMENTREADER_H

#include "sa/Runtime/Checks/Arguments.h"
#include "sa/Runtime/Manifest/FunctionManifest.h"

#include <string>
#include <vector>

#include <pybind11/pybind11.h>

namespace sa::python {

/// Whether None may stand for an output.
enum class Outputs { AllGiven, MayBeOmitted };

/// Prepares what this file needs. Called once, when the module is imported.
void importArgumentReader();

/// Reads the descriptor of one array, which errors call `name`. Throws an Error
/// that names it and the field.
runtime::ArrayDescriptor readDescriptor(const std::string &name,
                                        pybind11::handle object);

/// Reads the `count` arguments of a call of `manifest`. Throws an Error that
/// names the argument and the field.
std::vector<runtime::CallArgument>
readArguments(const runtime::FunctionManifest &manifest,
              PyObject *const *arguments, size_t count,
              Outputs outputs = Outputs::AllGiven);

/// The same for the items of a tuple.
std::vector<runtime::CallArgument>
readArguments(const runtime::FunctionManifest &manifest,
              const pybind11::tuple &arguments,
              Outputs outputs = Outputs::AllGiven);

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_ARGUMENTREADER_H
