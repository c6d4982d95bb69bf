// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running the steps of a function on a queue.

#ifndef SA_RUNTIME_LAUNCH_H
#define SA_RUNTIME_LAUNCH_H

#include "sa/Runtime/Arguments.h"
#include "sa/Runtime/Plan.h"

#include <vector>

#include <sycl/kernel.hpp>

namespace sa::runtime {

/// Launches the steps of `plan` one after the other, after all work that was
/// submitted to the queue before, and waits for the last of them. `kernels` has
/// the kernel of every step, and `constants` is where the program's constants
/// begin on the device. Temporaries are allocated here and freed when
/// nothing can use them any more, also when a step fails. Throws an Error.
void launchAndWait(const FunctionPlan &plan, const CheckedCall &call,
                   const std::vector<sycl::kernel> &kernels,
                   const char *constants);

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_H
