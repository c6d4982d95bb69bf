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

/// In how many sections this thread is.
static thread_local int depth = 0;

/// The threads that were inside when a process was forked are not in the new
/// one, unless one of them is the thread that forks.
[[maybe_unused]] static const int isWatchingForks =
    pthread_atfork(nullptr, nullptr, [] { numInside = depth; });

static bool isCloser() {
  return closer && *closer == std::this_thread::get_id();
}

/// Stops a thread for the rest of the process.
[[noreturn]] static void stopThread() {
  while (true)
    std::this_thread::sleep_for(std::chrono::hours(1));
}

InterpreterSection::InterpreterSection(Part part) {
  if (closer && !isCloser() && depth == 0 && part == Part::OfThread) {
    PyEval_SaveThread();
    stopThread();
  }
  ++depth;
  ++numInside;
}

InterpreterSection::~InterpreterSection() {
  --depth;
  --numInside;
}

UnlockedSection::UnlockedSection() : state(PyEval_SaveThread()) {}

UnlockedSection::~UnlockedSection() {
  // The thread that ends the process may still call, from `__del__`.
  if (_Py_IsFinalizing() && !isCloser())
    stopThread();
  PyEval_RestoreThread(state);
}

void sa::python::closeUnlockedSections() {
  closer = std::this_thread::get_id();
  PyThreadState *state = PyEval_SaveThread();
  while (numInside != depth)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  PyEval_RestoreThread(state);
}
