// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the objects that say where memory lives to a SYCL queue.

#ifndef SA_BINDINGS_RUNTIME_QUEUES_H
#define SA_BINDINGS_RUNTIME_QUEUES_H

#include <pybind11/pybind11.h>
#include <sycl/queue.hpp>

namespace sa::python {

/// Imports what this file needs of dpctl. Called once, after importDpctl.
void importQueueCache();

/// The queue that a `syclobj` stands for: a queue, or dpctl's cached queue for
/// a context or a filter string, given as dpctl's object, as a capsule (which
/// is not consumed), or as anything with `_get_capsule`. Throws a
/// std::invalid_argument that says what is wrong with the object, or the Python
/// exception of what it called.
sycl::queue getQueueOf(pybind11::handle syclobj);

/// dpctl's cached queue for the default device.
sycl::queue getDefaultQueue();

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_QUEUES_H
