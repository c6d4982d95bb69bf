// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks a kernel's parameters against the operands of a launch when the kernel
// is loaded. SYCL sets the arguments when it passes the launch on, maybe after
// the call has returned; dpctl then ends the process when somebody waits for
// the queue.

#ifndef SA_RUNTIME_LAUNCH_KERNELOPERANDS_H
#define SA_RUNTIME_LAUNCH_KERNELOPERANDS_H

#include "sa/Runtime/Manifest/FunctionManifest.h"

#include <sycl/device.hpp>
#include <sycl/kernel.hpp>

namespace sa::runtime {

/// Throws an Error when the kernel of a launch of `manifest` takes another
/// number of arguments than the launch has, or, where the device can tell, a
/// pointer in place of a number, a number in place of a pointer, or one of
/// another size.
void checkOperands(const FunctionManifest &manifest, const KernelLaunch &launch,
                   const sycl::kernel &kernel, const sycl::device &device);

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_KERNELOPERANDS_H
