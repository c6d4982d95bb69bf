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

/// Calls `given[0]` with the other arguments. A plain function of Python:
/// pybind11 would hold the arguments outside of the section, where the end of
/// the process does not wait for this thread.
static PyObject *callPythonWithStack(PyObject *, PyObject *given,
                                     PyObject *keywords) {
  if (PyTuple_GET_SIZE(given) == 0) {
    PyErr_SetString(PyExc_TypeError, "call_with_stack takes a function");
    return nullptr;
  }
  // Everything that this thread would give up, were it unwound at the end of
  // the process, is given up before the section ends.
  InterpreterSection section;
  try {
    auto arguments = py::reinterpret_steal<py::tuple>(
        PyTuple_GetSlice(given, 1, PyTuple_GET_SIZE(given)));
    if (!arguments)
      throw py::error_already_set();
    auto named =
        keywords ? py::reinterpret_borrow<py::dict>(keywords) : py::dict();
    return callWithStack(PyTuple_GET_ITEM(given, 0), arguments, named)
        .release()
        .ptr();
  } catch (py::error_already_set &error) {
    error.restore();
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

void sa::python::registerPythonStack(py::module_ &m) {
  static PyMethodDef definition = {
      "call_with_stack",
      reinterpret_cast<PyCFunction>(
          reinterpret_cast<void (*)()>(&callPythonWithStack)),
      METH_VARARGS | METH_KEYWORDS,
      "Calls a function, on another thread when the stack of this one is "
      "small."};
  PyObject *function =
      PyCFunction_NewEx(&definition, nullptr, py::str("_runtime").ptr());
  if (!function)
    throw py::error_already_set();
  m.attr("call_with_stack") = py::reinterpret_steal<py::object>(function);
}
