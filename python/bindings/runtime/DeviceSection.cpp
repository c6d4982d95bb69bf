// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DeviceSection.h"

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

using namespace sa::python;

/// Both are changed only with the interpreter's lock.
static std::atomic<int> numInside{0};
static std::optional<std::thread::id> closer;

/// Stops a thread for the rest of the process.
[[noreturn]] static void stopThread() {
  while (true)
    std::this_thread::sleep_for(std::chrono::hours(1));
}

DeviceSection::DeviceSection() {
  bool isOpen = !closer || *closer == std::this_thread::get_id();
  if (isOpen)
    ++numInside;
  state = PyEval_SaveThread();
  if (!isOpen)
    stopThread();
}

DeviceSection::~DeviceSection() {
  if (_Py_IsFinalizing())
    stopThread();
  PyEval_RestoreThread(state);
  --numInside;
}

void sa::python::closeDeviceSections() {
  closer = std::this_thread::get_id();
  PyThreadState *state = PyEval_SaveThread();
  while (numInside != 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  PyEval_RestoreThread(state);
}
