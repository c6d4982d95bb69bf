// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "UnlockedSection.h"

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include <pthread.h>

using namespace sa::python;

/// Both are changed only with the interpreter's lock.
static std::atomic<int> numInside{0};
static std::optional<std::thread::id> closer;

/// Who was inside when a process was forked is not in the new one. Whoever
/// forks has the interpreter's lock, and so is not inside.
[[maybe_unused]] static const int isWatchingForks =
    pthread_atfork(nullptr, nullptr, [] { numInside = 0; });

static bool isCloser() {
  return closer && *closer == std::this_thread::get_id();
}

/// Stops a thread for the rest of the process.
[[noreturn]] static void stopThread() {
  while (true)
    std::this_thread::sleep_for(std::chrono::hours(1));
}

UnlockedSection::UnlockedSection() {
  bool isOpen = !closer || isCloser();
  if (isOpen)
    ++numInside;
  state = PyEval_SaveThread();
  if (!isOpen)
    stopThread();
}

UnlockedSection::~UnlockedSection() {
  // The thread that ends the process may still call, from `__del__`.
  if (_Py_IsFinalizing() && !isCloser())
    stopThread();
  PyEval_RestoreThread(state);
  --numInside;
}

void sa::python::closeUnlockedSections() {
  closer = std::this_thread::get_id();
  PyThreadState *state = PyEval_SaveThread();
  while (numInside != 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  PyEval_RestoreThread(state);
}
