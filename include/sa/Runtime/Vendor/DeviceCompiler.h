// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which compiler a device has, and the options that its bugs ask for.

#ifndef SA_RUNTIME_VENDOR_DEVICECOMPILER_H
#define SA_RUNTIME_VENDOR_DEVICECOMPILER_H

#include "sa/Vendor/Workarounds.h"

#include <string>
#include <vector>

#include <sycl/device.hpp>

namespace sa::runtime {

/// The compiler of `device`, as `getNeededWorkarounds` takes it.
std::string getDeviceCompiler(const sycl::device &device);

/// True when the driver or compiler of `device` has the bug, and the
/// environment leaves the workaround on. Asks the driver once for each device.
bool needs(const sycl::device &device, Workaround workaround);

/// The compilers of all devices, each once.
std::vector<std::string> findDeviceCompilers();

/// The options that SPIR-V and SYCL source are built with on a device that
/// needs `workarounds`.
std::vector<std::string> getSPIRVOptions(bool strict,
                                         const WorkaroundSet &workarounds);
std::vector<std::string> getSYCLOptions(bool strict,
                                        const WorkaroundSet &workarounds);

} // namespace sa::runtime

#endif // SA_RUNTIME_VENDOR_DEVICECOMPILER_H
