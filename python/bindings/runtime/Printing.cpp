// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Printing.h"

#include "sa/Runtime/Launch/ErrorRecord.h"

#include <mutex>
#include <string>
#include <utility>

#include <pybind11/pybind11.h>

namespace {

std::mutex lock;
std::string collected;

int writeLater(void *) {
  sa::python::writePrinted();
  return 0;
}

void collect(const std::string &text) {
  {
    std::lock_guard<std::mutex> guard(lock);
    collected += text;
  }
  // For work that ends while nobody waits for it.
  Py_AddPendingCall(writeLater, nullptr);
}

} // namespace

void sa::python::installPrinter() { runtime::setPrinter(collect); }

void sa::python::writePrinted() {
  std::string text;
  {
    std::lock_guard<std::mutex> guard(lock);
    text = std::exchange(collected, {});
  }
  if (text.empty())
    return;
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  PyObject *output = PySys_GetObject("stdout");
  if (output && output != Py_None) {
    PyObject *line =
        PyUnicode_DecodeUTF8(text.data(), text.size(), "backslashreplace");
    if (!line || PyFile_WriteObject(line, output, Py_PRINT_RAW) != 0)
      PyErr_WriteUnraisable(output);
    Py_XDECREF(line);
  }
  PyErr_Restore(type, value, trace);
}
