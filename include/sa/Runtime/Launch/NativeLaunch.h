// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches without SYCL's scheduler, for calls that are waited for on an idle
// queue: then any queue of the context may run the kernels, and OpenCL's calls
// on an in-order queue of the runtime's own take less time than SYCL's.
// Launches of a single work-group run on the caller's thread where the driver
// can do that.

#ifndef SA_RUNTIME_LAUNCH_NATIVELAUNCH_H
#define SA_RUNTIME_LAUNCH_NATIVELAUNCH_H

#include "sa/Runtime/Checks/Arguments.h"

#include <memory>
#include <mutex>
#include <vector>

#include <CL/cl.h>
#include <sycl/kernel.hpp>

namespace sa::runtime {

struct ResolvedLaunches;
class ErrorRecord;
class Temporaries;

/// The kernels of a function's launches as OpenCL knows them. Many threads may
/// run them at once.
class NativeKernels {
public:
  /// Null when there is no such way to launch on the device.
  static std::unique_ptr<NativeKernels>
  create(Target &target, const std::vector<sycl::kernel> &kernels);

  ~NativeKernels();

  /// Clears the temporaries that have to be, runs the launches one after the
  /// other, and waits. `temporaries` and `errors` are null when there are none.
  /// Nobody has looked at the errors then. False when
  /// OpenCL refuses the first command: SYCL has more words for why. Throws an
  /// Error.
  bool run(const FunctionManifest &manifest, const ResolvedLaunches &launches,
           const ArgumentValues &values, const char *constants,
           const Temporaries *temporaries, const ErrorRecord *errors);

private:
  struct Lane;
  struct Interface;
  class Call;

  NativeKernels();
  std::unique_ptr<Lane> makeLane() const;
  std::unique_ptr<Lane> takeLane();
  bool canRunHere(const ResolvedLaunches &launches) const;
  bool clear(cl_command_queue queue, const FunctionManifest &manifest,
             const ResolvedLaunches &launches,
             const Temporaries &temporaries) const;
  bool submit(Lane &lane, const FunctionManifest &manifest,
              const ResolvedLaunches &launches, const ArgumentValues &values,
              const char *constants, const Temporaries *temporaries,
              const ErrorRecord *errors) const;

  std::unique_ptr<Interface> opencl;
  std::mutex lock;
  /// Those that no thread is using.
  std::vector<std::unique_ptr<Lane>> lanes;
};

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_NATIVELAUNCH_H
