// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The times of the kernels that a thread launches, by the clock of the device.

#ifndef SA_RUNTIME_LAUNCH_PROFILING_H
#define SA_RUNTIME_LAUNCH_PROFILING_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sycl/queue.hpp>

namespace sa::runtime {

/// One kernel that ran, with times in nanoseconds.
struct TimedLaunch {
  std::string function;
  std::string kernel;
  std::vector<size_t> range;
  std::optional<std::vector<size_t>> local;
  /// The values of those operands that are sizes, in their order.
  std::vector<int64_t> sizes;
  uint64_t start = 0;
  uint64_t end = 0;
};

/// One call of a function. `begin` and `end` are stamps of the queue.
struct TimedCall {
  uint64_t begin = 0;
  uint64_t end = 0;
  std::vector<TimedLaunch> launches;
};

/// Waits for what was submitted to the queue, and returns when that was done,
/// in nanoseconds: by the device's clock if the queue has profiling, else by
/// the host's.
uint64_t stamp(const sycl::queue &queue);

/// The calls of this thread since it began to profile. Each runs on a queue
/// with profiling, after what was submitted to its own queue, and is waited
/// for, whether or not its caller would wait.
class Profile {
public:
  /// The profile of this thread; null if it has none.
  static Profile *getCurrent();
  /// Begins one for this thread, without calls.
  static void begin();
  /// Ends it, and returns its calls.
  static std::vector<TimedCall> end();

  void add(TimedCall call) { calls.push_back(std::move(call)); }

private:
  std::vector<TimedCall> calls;
};

/// An in-order queue with profiling, of the same device and context.
sycl::queue getProfilingQueue(const sycl::queue &queue);

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_PROFILING_H
