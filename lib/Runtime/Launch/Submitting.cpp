// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Submitting.h"

#include "sa/Runtime/AmpleStack.h"
#include "sa/Runtime/RecentQueues.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>
#include <thread>
#include <utility>

#include <sycl/properties/queue_properties.hpp>

using namespace sa::runtime;

std::mutex &sa::runtime::getSubmissionLock() {
  static auto *lock = new std::mutex;
  return *lock;
}

bool sa::runtime::isIdle(const sycl::queue &queue) {
  try {
    return queue.ext_oneapi_empty();
  } catch (const sycl::exception &) {
    return false; // Not every backend can tell.
  }
}

bool sa::runtime::isDone(const sycl::event &event) {
  try {
    return event.get_info<sycl::info::event::command_execution_status>() ==
           sycl::info::event_command_status::complete;
  } catch (const sycl::exception &) {
    return true;
  }
}

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

void sa::runtime::waitFor(sycl::event &event) {
  using namespace std::chrono;
  constexpr milliseconds patience(200);
  if (event.get_backend() == sycl::backend::opencl) {
    steady_clock::time_point start = steady_clock::now();
    while (!isDone(event)) {
      auto waited = duration_cast<microseconds>(steady_clock::now() - start);
      if (waited > patience && !isAtDriver(event))
        break;
      if (waited < microseconds(200))
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(
            std::clamp(waited / 16, microseconds(50), microseconds(1000)));
    }
  }
  event.wait();
}

/// Waits as below, on a stack with room for what the driver does.
static void waitForQueueHere(sycl::queue &queue) {
  std::optional<sycl::event> last;
  {
    std::lock_guard<std::mutex> guard(getSubmissionLock());
    if (!isIdle(queue))
      last = queue.ext_oneapi_submit_barrier();
  }
  if (!last)
    return;
  waitFor(*last);
  keepAlive(queue);
}

void sa::runtime::waitForQueue(sycl::queue queue) {
  withStack(ampleStack, [&] { waitForQueueHere(queue); });
}

namespace {

/// In-order queues of the runtime's own, each used by one thread at a time. It
/// is safe to wait inside of the driver for those, and faster than looking.
/// Never destroyed: at the end of a process SYCL may be gone before this is.
class OwnQueues {
public:
  sycl::queue take(const sycl::context &context, const sycl::device &device) {
    {
      std::lock_guard<std::mutex> guard(lock);
      auto found = std::find_if(queues.begin(), queues.end(),
                                [&](const sycl::queue &queue) {
                                  return queue.get_context() == context &&
                                         queue.get_device() == device;
                                });
      if (found != queues.end()) {
        sycl::queue queue = std::move(*found);
        queues.erase(found);
        return queue;
      }
    }
    return {context, device, sycl::property::queue::in_order()};
  }

  void giveBack(sycl::queue queue) {
    // Destroyed after the lock is released.
    std::optional<sycl::queue> oldest;
    std::lock_guard<std::mutex> guard(lock);
    if (queues.size() == most) {
      oldest = std::move(queues.front());
      queues.pop_front();
    }
    queues.push_back(std::move(queue));
  }

private:
  static constexpr size_t most = 16;

  std::mutex lock;
  std::deque<sycl::queue> queues;
};

OwnQueues &getOwnQueues() {
  static auto *queues = new OwnQueues;
  return *queues;
}

} // namespace

/// Waits for what was submitted to a queue so far; then for work of our own on
/// its device, which `submit` hands to another queue.
template <typename SubmitT>
static void runAfter(sycl::queue &queue, const SubmitT &submit) {
  withStack(ampleStack, [&] {
    waitForQueueHere(queue);
    sycl::queue own =
        getOwnQueues().take(queue.get_context(), queue.get_device());
    submit(own).wait();
    getOwnQueues().giveBack(std::move(own));
  });
}

void sa::runtime::copyAndWait(sycl::queue queue, void *to, const void *from,
                              size_t bytes) {
  runAfter(queue,
           [&](sycl::queue &own) { return own.memcpy(to, from, bytes); });
}

void sa::runtime::clearAndWait(sycl::queue queue, void *memory, size_t bytes) {
  runAfter(queue,
           [&](sycl::queue &own) { return own.memset(memory, 0, bytes); });
}
