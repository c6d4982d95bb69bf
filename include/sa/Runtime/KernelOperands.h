// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a kernel takes what a plan gives it. SYCL sets a kernel's arguments
// when it passes the launch on, which may be after the call has returned: then
// there is nobody to tell, and dpctl ends the process when somebody waits for
// the queue. So what can be wrong with them is found when a kernel is loaded.

#ifndef SA_RUNTIME_KERNELOPERANDS_H
#define SA_RUNTIME_KERNELOPERANDS_H

#include "sa/Runtime/Plan.h"

#include <sycl/device.hpp>
#include <sycl/kernel.hpp>

namespace sa::runtime {

/// Throws an Error when the kernel of a step of `plan` takes another number of
/// arguments than the step has, or, where the device can tell, a pointer in
/// place of a number, a number in place of a pointer, or one of another size.
void checkOperands(const FunctionPlan &plan, const Step &step,
                   const sycl::kernel &kernel, const sycl::device &device);

} // namespace sa::runtime

#endif // SA_RUNTIME_KERNELOPERANDS_H
