// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/RecentQueues.h"

#include <array>
#include <mutex>
#include <optional>
#include <utility>

using namespace sa::runtime;

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
