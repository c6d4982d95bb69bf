// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resolves the launches of a function, which depend on sizes only, and submits
// them to a queue.

#ifndef SA_RUNTIME_LAUNCH_LAUNCH_H
#define SA_RUNTIME_LAUNCH_LAUNCH_H

#include "sa/Runtime/Checks/Arguments.h"
#include "sa/Runtime/Launch/ErrorRecord.h"
#include "sa/Runtime/Launch/GroupLimits.h"
#include "sa/Runtime/Launch/HostSteps.h"
#include "sa/Runtime/Launch/NativeLaunch.h"
#include "sa/Runtime/Launch/TemporaryPool.h"
#include "sa/Runtime/Manifest/FunctionManifest.h"

#include <memory>
#include <optional>
#include <vector>

#include <sycl/event.hpp>
#include <sycl/kernel.hpp>

namespace sa::runtime {

/// A launch with its sizes filled in. It has work to do.
struct ResolvedLaunch {
  /// Which of the function's launches it is.
  size_t position = 0;
  std::vector<size_t> range;
  std::optional<std::vector<size_t>> local;
  /// The values of those operands that are sizes, in their order.
  std::vector<int64_t> sizes;
};

/// What a call launches, in order, and the bytes of its temporaries.
struct ResolvedLaunches {
  std::vector<ResolvedLaunch> launches;
  /// The order of the launches, where it is not theirs: some may run several
  /// times, or not at all.
  std::vector<HostStep> steps;
  std::vector<int64_t> temporaryBytes;
};

/// Fills in the sizes of the launches of `manifest`: its run-time sizes, and
/// the values of those arguments that are sizes. Throws an Error.
ResolvedLaunches resolveLaunches(const FunctionManifest &manifest,
                                 const Target &target,
                                 const std::vector<int64_t> &sizes,
                                 const ArgumentValues &values);

/// The kernels of a manifest's launches on one device, in two forms of which
/// the second may be null.
struct LoadedKernels {
  std::vector<sycl::kernel> kernels;
  /// The work-groups in which each may run.
  std::vector<GroupLimits> groupLimits;
  /// The bytes that they may need on the stack of a thread that waits for them.
  size_t stack = 0;
  std::unique_ptr<NativeKernels> native;
};

/// Throws an Error when a launch has work-groups in which its kernel does not
/// run.
void checkWorkGroups(const FunctionManifest &manifest,
                     const ResolvedLaunches &launches,
                     const LoadedKernels &kernels);

/// All that a launch needs but the queue and the values of the arguments. What
/// is referred to lives as long as the function and its program.
struct Launchable {
  const FunctionManifest *manifest = nullptr;
  std::shared_ptr<const ResolvedLaunches> launches;
  /// The kernel of every launch of the manifest.
  std::shared_ptr<const LoadedKernels> kernels;
  /// Where the program's constants begin on the device.
  const char *constants = nullptr;
};

/// Work on its way.
struct Submission {
  /// Is complete when all of the work is; nothing when there was none to do.
  std::optional<sycl::event> event;
  /// What must live until then; may be null.
  std::shared_ptr<Temporaries> temporaries;
  /// Where the kernels note errors; may be null.
  std::shared_ptr<ErrorRecord> errors;
};

/// Both functions add to the profile of the thread, if it has one; see
/// Profiling.h.
///
/// Runs the launches one after the other, after all work that was submitted to
/// the queue before, by whomever, and waits for them. Throws an Error, after
/// what was submitted has ended: also that which the kernels noted.
void launchAndWait(const Launchable &launchable, const ArgumentValues &values,
                   const sycl::queue &queue);

/// Submits the launches as above, after `depends` too, and does not wait. All
/// work that is submitted to the queue from now on, by whomever, runs after
/// them. The returned event is complete when they are; it is complete already
/// when the stack of the thread is too small to wait for it.
Submission launchAsync(const Launchable &launchable,
                       const ArgumentValues &values, const sycl::queue &queue,
                       const std::vector<sycl::event> &depends);

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_LAUNCH_H
