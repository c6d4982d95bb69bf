// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Device/AmpleStack.h"

#include "sa/Runtime/Error.h"

#include <cstdint>
#include <exception>
#include <string>

#include <pthread.h>

using namespace sa::runtime;

namespace {

/// More than anything needs; what is not used is not there.
constexpr size_t newStack = 32 * 1024 * 1024;

/// The addresses of a thread's stack, which grows towards the lower one.
struct StackBounds {
  uintptr_t low = 0;
  uintptr_t high = 0;
};

StackBounds findBounds() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return {};
  void *low = nullptr;
  size_t size = 0, guard = 0;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_getguardsize(&attributes, &guard);
  pthread_attr_destroy(&attributes);
  uintptr_t address = reinterpret_cast<uintptr_t>(low);
  // Whether the guard counts as a part of the stack depends on the C library.
  return {address + guard, address + size};
}

/// What a new thread does, and what became of it.
struct Task {
  const std::function<void()> &work;
  std::exception_ptr failure;
};

void *runTask(void *argument) {
  Task &task = *static_cast<Task *>(argument);
  try {
    task.work();
  } catch (...) {
    task.failure = std::current_exception();
  }
  return nullptr;
}

} // namespace

bool sa::runtime::hasStack(size_t bytes) {
  static thread_local const StackBounds bounds = findBounds();
  uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  // Elsewhere is the stack of a coroutine, of which nothing is known.
  return here > bounds.low && here <= bounds.high && here - bounds.low >= bytes;
}

void sa::runtime::runOnNewThread(const std::function<void()> &work) {
  Task task{work, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, newStack);
  pthread_t thread;
  int status = pthread_create(&thread, &attributes, runTask, &task);
  pthread_attr_destroy(&attributes);
  if (status != 0)
    throw Error(ErrorKind::Execution,
                "there is too little room on the stack of this thread, and no "
                "other thread can be made: error " +
                    std::to_string(status));
  pthread_join(thread, nullptr);
  if (task.failure)
    std::rethrow_exception(task.failure);
}
