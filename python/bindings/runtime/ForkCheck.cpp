// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ForkCheck.h"

#include "sa/Runtime/Error.h"

#include <atomic>

#include <pthread.h>

using namespace sa::runtime;

/// Asking for the id of the process would take a system call each time.
static std::atomic<bool> wasUsed{false};
static std::atomic<bool> wasForked{false};

void sa::python::watchForks() {
  pthread_atfork(nullptr, nullptr, [] {
    if (wasUsed.load(std::memory_order_relaxed))
      wasForked.store(true, std::memory_order_relaxed);
  });
}

void sa::python::checkNotForked() {
  if (!wasUsed.load(std::memory_order_relaxed))
    wasUsed.store(true, std::memory_order_relaxed);
  if (wasForked.load(std::memory_order_relaxed))
    throw Error(
        ErrorKind::Execution,
        "this process was forked after its parent had used a device, and "
        "cannot use it: start it with the method 'spawn' or 'forkserver' of "
        "multiprocessing, or fork before the first call");
}
