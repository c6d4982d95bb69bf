// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The optional features of devices that a manifest may ask for.

#ifndef SA_RUNTIME_DEVICE_ASPECTS_H
#define SA_RUNTIME_DEVICE_ASPECTS_H

#include <optional>
#include <string_view>

#include <sycl/aspects.hpp>

namespace sa::runtime {

/// The aspect that SYCL and the manifest call `name`.
std::optional<sycl::aspect> parseAspect(std::string_view name);

} // namespace sa::runtime

#endif // SA_RUNTIME_DEVICE_ASPECTS_H
