// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launching without SYCL's scheduler, for calls that nobody else has to know
// of: the queue of the arguments is idle, and the caller waits. Then it makes
// no difference which queue of the context runs the kernels, and OpenCL's own
// calls on an in-order queue of ours take less time than SYCL's, about as much
// as it takes to find out that the queue is idle. Launches of a single
// work-group run on the caller's thread, where the driver can do that.

#ifndef SA_RUNTIME_NATIVELAUNCH_H
#define SA_RUNTIME_NATIVELAUNCH_H

#include "sa/Runtime/Arguments.h"

#include <memory>
#include <mutex>
#include <vector>

#include <sycl/kernel.hpp>

namespace sa::runtime {

struct LaunchPlan;

/// The kernels of a function's steps as OpenCL knows them. Many threads may run
/// them at once.
class NativeKernels {
public:
  /// Null when there is no such way to launch on the device.
  static std::unique_ptr<NativeKernels>
  create(Target &target, const std::vector<sycl::kernel> &kernels);

  ~NativeKernels();

  /// Runs the launches one after the other and waits. There are no temporaries.
  /// False when OpenCL refuses the first launch: SYCL has more words for why.
  /// Throws an Error.
  bool run(const FunctionPlan &plan, const LaunchPlan &launches,
           const ArgumentValues &values, const char *constants);

private:
  struct Lane;
  struct Interface;

  NativeKernels();
  std::unique_ptr<Lane> makeLane() const;
  std::unique_ptr<Lane> takeLane();
  bool canRunHere(const LaunchPlan &launches) const;
  bool submit(Lane &lane, const FunctionPlan &plan, const LaunchPlan &launches,
              const ArgumentValues &values, const char *constants) const;

  std::unique_ptr<Interface> opencl;
  std::mutex lock;
  /// Those that no thread is using.
  std::vector<std::unique_ptr<Lane>> lanes;
};

} // namespace sa::runtime

#endif // SA_RUNTIME_NATIVELAUNCH_H
