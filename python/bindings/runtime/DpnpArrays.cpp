// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DpnpArrays.h"

#include "Dpctl.h"

#include <string>
#include <vector>

#include <pybind11/stl.h>

namespace py = pybind11;
using namespace sa::python;
using namespace sa::runtime;

namespace {

/// The type of dpnp's arrays, once dpnp has been imported by somebody; there
/// can be no such arrays before. Never given back.
PyTypeObject *findArrayType() {
  static PyTypeObject *type = nullptr;
  if (type)
    return type;
  PyObject *modules = PyImport_GetModuleDict();
  PyObject *module = PyDict_GetItemString(modules, "dpnp.tensor._usmarray");
  if (!module)
    return nullptr;
  py::object found = py::getattr(module, "usm_ndarray", py::none());
  if (PyType_Check(found.ptr()))
    type = reinterpret_cast<PyTypeObject *>(found.release().ptr());
  return type;
}

/// The usm_ndarray that `object` is, or that it wraps.
py::object findArray(py::handle object) {
  PyTypeObject *type = findArrayType();
  if (!type)
    return py::none();
  if (PyObject_TypeCheck(object.ptr(), type))
    return py::reinterpret_borrow<py::object>(object);
  if (!py::hasattr(py::type::of(object), "__usm_ndarray__"))
    return py::none();
  py::object wrapped = object.attr("__usm_ndarray__");
  return PyObject_TypeCheck(wrapped.ptr(), type) ? wrapped : py::none();
}

} // namespace

std::optional<ArrayDescriptor> sa::python::readDpnpArray(py::handle object) {
  py::object array = findArray(object);
  if (array.is_none())
    return std::nullopt;
  std::optional<Memory> memory = getMemory(array.attr("usm_data"));
  if (!memory)
    return std::nullopt;
  ArrayDescriptor descriptor{
      /*version=*/1,
      array.attr("_pointer").cast<uint64_t>(),
      !array.attr("flags").attr("writable").cast<bool>(),
      array.attr("dtype").attr("str").cast<std::string>(),
      array.attr("shape").cast<std::vector<int64_t>>(),
      array.attr("strides").cast<std::vector<int64_t>>(),
      /*offset=*/0,
      /*rawBytes=*/std::nullopt,
      memory->queue};
  return descriptor;
}
