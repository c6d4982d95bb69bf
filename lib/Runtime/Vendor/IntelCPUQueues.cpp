// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Vendor/IntelCPUQueues.h"

#include "sa/Runtime/Launch/Submitting.h"
#include "sa/Runtime/Vendor/DeviceCompiler.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

using namespace sa;
using namespace sa::runtime;

/// True when OpenCL knows the work. SYCL keeps it back while it depends on
/// tasks of the host, and for ever when it cannot be passed on. No other
/// question that an event answers tells, and asking for its OpenCL event is a
/// crash then.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
static bool isAtDriver(const sycl::event &event) {
  return event.get_info<sycl::info::event::reference_count>() != 0;
}
#pragma clang diagnostic pop

void sa::runtime::pollEvent(const sycl::event &event,
                            const sycl::queue &queue) {
  using namespace std::chrono;
  constexpr milliseconds patience(200);
  if (!needs(queue.get_device(), Workaround::IntelCPUPollEvents) ||
      event.get_backend() != sycl::backend::opencl)
    return;
  steady_clock::time_point start = steady_clock::now();
  while (!isDone(event)) {
    auto waited = duration_cast<microseconds>(steady_clock::now() - start);
    if (waited > patience && !isAtDriver(event))
      return;
    if (waited < microseconds(200))
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(
          std::clamp(waited / 16, microseconds(50), microseconds(1000)));
  }
}

size_t sa::runtime::getMostInFlight(const sycl::queue &queue) {
  return needs(queue.get_device(), Workaround::IntelCPULimitInFlight)
             ? 64
             : std::numeric_limits<size_t>::max();
}

namespace {

struct RecentQueues {
  std::mutex lock;
  std::array<std::optional<sycl::queue>, 16> queues;
  size_t newest = 0;
};

/// Never destroyed: at the end of a process SYCL may be gone before this is.
RecentQueues &getRecentQueues() {
  static auto *recent = new RecentQueues;
  return *recent;
}

} // namespace

void sa::runtime::keepAlive(const sycl::queue &queue) {
  if (!needs(queue.get_device(), Workaround::IntelCPUKeepQueues))
    return;
  RecentQueues &recent = getRecentQueues();
  // Destroyed after the lock is released.
  std::optional<sycl::queue> oldest;
  std::lock_guard<std::mutex> guard(recent.lock);
  for (const std::optional<sycl::queue> &known : recent.queues)
    if (known == queue)
      return;
  recent.newest = (recent.newest + 1) % recent.queues.size();
  oldest = std::exchange(recent.queues[recent.newest], queue);
}
