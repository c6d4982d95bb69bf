// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/Profiling.h"

#include "sa/Runtime/Launch/Submitting.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <utility>

#include <sycl/properties/queue_properties.hpp>

using namespace sa::runtime;

static thread_local std::unique_ptr<Profile> current;

Profile *Profile::getCurrent() { return current.get(); }

void Profile::begin() { current = std::make_unique<Profile>(); }

std::vector<TimedCall> Profile::end() {
  std::unique_ptr<Profile> ended = std::move(current);
  return ended ? std::move(ended->calls) : std::vector<TimedCall>();
}

uint64_t sa::runtime::stamp(const sycl::queue &queue) {
  using Profiling = sycl::property::queue::enable_profiling;
  if (queue.has_property<Profiling>()) {
    std::unique_lock<std::mutex> guard(getSubmissionLock());
    sycl::event done = sycl::queue(queue).ext_oneapi_submit_barrier();
    guard.unlock();
    waitFor(done, queue);
    return done.get_profiling_info<sycl::info::event_profiling::command_end>();
  }
  waitForQueue(queue);
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

sycl::queue sa::runtime::getProfilingQueue(const sycl::queue &queue) {
  // Never destroyed: at the end of a process SYCL may be gone before this is.
  static auto *lock = new std::mutex;
  static auto *queues = new std::vector<sycl::queue>;
  std::lock_guard<std::mutex> guard(*lock);
  for (const sycl::queue &known : *queues)
    if (known.get_context() == queue.get_context() &&
        known.get_device() == queue.get_device())
      return known;
  queues->emplace_back(
      queue.get_context(), queue.get_device(),
      sycl::property_list{sycl::property::queue::in_order(),
                          sycl::property::queue::enable_profiling()});
  return queues->back();
}
