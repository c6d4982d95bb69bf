// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/Submitting.h"

#include "sa/Runtime/Device/AmpleStack.h"
#include "sa/Runtime/Vendor/IntelCPUQueues.h"

#include <algorithm>
#include <deque>
#include <optional>
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

void sa::runtime::waitFor(sycl::event &event, const sycl::queue &queue) {
  pollEvent(event, queue);
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
  waitFor(*last, queue);
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

void sa::runtime::copyBesideQueue(const sycl::queue &queue, void *to,
                                  const void *from, size_t bytes) {
  withStack(ampleStack, [&] {
    sycl::queue own =
        getOwnQueues().take(queue.get_context(), queue.get_device());
    own.memcpy(to, from, bytes).wait();
    getOwnQueues().giveBack(std::move(own));
  });
}

void sa::runtime::clearAndWait(sycl::queue queue, void *memory, size_t bytes) {
  runAfter(queue,
           [&](sycl::queue &own) { return own.memset(memory, 0, bytes); });
}
