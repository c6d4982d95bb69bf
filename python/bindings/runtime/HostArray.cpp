// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostArray.h"

namespace py = pybind11;

namespace {

struct HostArrayBase {};

/// Made once, when the module is imported; never given back.
PyTypeObject *hostArrayType;

bool isHostArray(py::handle object) {
  return PyObject_TypeCheck(object.ptr(), hostArrayType);
}

} // namespace

py::tuple sa::python::stageHostArrays(const py::tuple &args) {
  size_t first = 0;
  while (first != args.size() && !isHostArray(args[first]))
    ++first;
  if (first == args.size())
    return args;
  py::tuple staged(args.size());
  for (size_t i = 0; i != args.size(); ++i) {
    py::object argument = args[i];
    staged[i] = isHostArray(argument) ? argument.attr("_stage")() : argument;
  }
  return staged;
}

void sa::python::registerHostArray(py::module_ &m) {
  py::class_<HostArrayBase> type(m, "HostArrayBase",
                                 "What calls recognize arrays of the host by.");
  type.def(py::init<>());
  hostArrayType =
      reinterpret_cast<PyTypeObject *>(py::object(type).release().ptr());
}
