// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PythonStack.h"

#include "../support/UnlockedSection.h"
#include "sa/Runtime/Device/AmpleStack.h"

#include <optional>

namespace py = pybind11;
using namespace sa::python;
using namespace sa::runtime;

py::object sa::python::callWithStack(py::handle function,
                                     const py::tuple &arguments,
                                     const py::dict &keywords) {
  InterpreterSection section;
  auto call = [&] { return function(*arguments, **keywords); };
  if (hasStack(launchStack))
    return call();
  py::object result;
  std::optional<py::error_already_set> failure;
  {
    UnlockedSection released;
    runOnNewThread([&] {
      py::gil_scoped_acquire acquired;
      InterpreterSection inner(InterpreterSection::Part::OfWaitingThread);
      try {
        result = call();
      } catch (py::error_already_set &error) {
        failure = error;
      }
    });
  }
  if (failure)
    throw py::error_already_set(std::move(*failure));
  return result;
}

void sa::python::registerPythonStack(py::module_ &m) {
  m.def(
      "call_with_stack",
      [](const py::object &function, const py::args &arguments,
         const py::kwargs &keywords) {
        return callWithStack(function, arguments, keywords);
      },
      "Calls a function, on another thread when the stack of this one is "
      "small.");
}
