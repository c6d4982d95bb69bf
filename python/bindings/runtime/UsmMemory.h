// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What USM arrays need of their memory beside what dpctl.memory offers: waiting
// for a queue while other threads use it, copies of a part of the bytes, and
// memory objects for addresses that somebody else reports.

#ifndef SA_BINDINGS_RUNTIME_USMMEMORY_H
#define SA_BINDINGS_RUNTIME_USMMEMORY_H

#include <pybind11/pybind11.h>

namespace sa::python {

/// Adds the functions to the module.
void registerUsmMemory(pybind11::module_ &m);

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_USMMEMORY_H
