// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostArray.h"

#include "../support/UnlockedSection.h"

#include <algorithm>

namespace py = pybind11;

namespace {

struct HostArrayBase {};

/// Made once, when the module is imported; never given back.
PyTypeObject *hostArrayType;

bool isHostArray(PyObject *object) {
  return PyObject_TypeCheck(object, hostArrayType);
}

} // namespace

bool sa::python::hasHostArrays(PyObject *const *arguments, size_t count) {
  return std::any_of(arguments, arguments + count, isHostArray);
}

py::tuple sa::python::stageHostArrays(PyObject *const *arguments,
                                      size_t count) {
  InterpreterSection section;
  py::tuple staged(count);
  for (size_t i = 0; i != count; ++i) {
    py::handle argument = arguments[i];
    staged[i] = isHostArray(argument.ptr())
                    ? argument.attr("_stage")()
                    : py::reinterpret_borrow<py::object>(argument);
  }
  return staged;
}

py::tuple sa::python::stageHostArrays(const py::tuple &arguments) {
  PyObject *const *items = &PyTuple_GET_ITEM(arguments.ptr(), 0);
  if (!hasHostArrays(items, arguments.size()))
    return arguments;
  return stageHostArrays(items, arguments.size());
}

void sa::python::registerHostArray(py::module_ &m) {
  py::class_<HostArrayBase> type(m, "HostArrayBase",
                                 "What calls recognize arrays of the host by.");
  type.def(py::init<>());
  hostArrayType =
      reinterpret_cast<PyTypeObject *>(py::object(type).release().ptr());
}
