// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads dpnp's arrays by their fields. Vendor bug dpnp-interface-waits: their
// `__sycl_usm_array_interface__` waits for the whole queue, which is slow, and
// crashes Intel's CPU driver when other threads submit work at that moment.
// Launches are ordered after dpnp's work anyway.

#ifndef SA_BINDINGS_RUNTIME_DPNPARRAYS_H
#define SA_BINDINGS_RUNTIME_DPNPARRAYS_H

#include "sa/Runtime/Checks/Arguments.h"

#include <optional>

#include <pybind11/pybind11.h>

namespace sa::python {

/// The descriptor of a `dpnp.ndarray` or `dpnp.tensor.usm_ndarray`; nothing for
/// other objects. May throw Python exceptions.
std::optional<runtime::ArrayDescriptor> readDpnpArray(pybind11::handle object);

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_DPNPARRAYS_H
