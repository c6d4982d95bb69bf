// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ForkCheck.h"

#include "sa/Runtime/Error.h"

#include <atomic>
#include <cstdio>

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

using namespace sa::runtime;

/// Asking for the id of the process would take a system call each time.
static std::atomic<bool> wasUsed{false};
static std::atomic<bool> wasForked{false};

/// Ends a forked process without taking its libraries apart: those of devices
/// wait for threads that only its parent has, for ever. Python has shut down by
/// now.
static void leave(int status, void *) {
  for (const char *library : {"libOpenCL.so.1", "libze_loader.so.1"})
    if (dlopen(library, RTLD_LAZY | RTLD_NOLOAD)) {
      std::fflush(nullptr);
      _exit(status);
    }
}

void sa::python::watchForks() {
  pthread_atfork(nullptr, nullptr, [] {
    if (wasUsed.load(std::memory_order_relaxed))
      wasForked.store(true, std::memory_order_relaxed);
    // What is registered last is called first.
    on_exit(leave, nullptr);
  });
}

void sa::python::refuseDevices() {
  wasForked.store(true, std::memory_order_relaxed);
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
