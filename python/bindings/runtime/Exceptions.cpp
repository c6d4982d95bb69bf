// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Exceptions.h"

#include "sa/Runtime/HintedError.h"

#include <cxxabi.h>

#include <sycl/exception.hpp>

namespace py = pybind11;
using namespace sa::python;
using namespace sa::runtime;

namespace {

/// The types by ErrorKind. They are never given back: a translator may still
/// run while the interpreter shuts down.
PyObject *exceptionTypes[7];

/// Sets the exception of an error, with what its hint is in Python.
void setError(const Error &error) {
  std::string message = error.what();
  if (const auto *hinted = dynamic_cast<const HintedError *>(&error)) {
    switch (hinted->getHint()) {
    case Hint::ConvertElements:
      message += ": convert it with .astype('" + hinted->getType() + "')";
      break;
    case Hint::PackStorage:
      message += ", as sa.pack makes it";
      break;
    }
  }
  py::set_error(getExceptionType(error.getKind()), message.c_str());
}

void translate(std::exception_ptr pointer) {
  try {
    if (pointer)
      std::rethrow_exception(pointer);
  } catch (const Error &error) {
    setError(error);
  } catch (const sycl::exception &error) {
    py::set_error(getExceptionType(ErrorKind::Execution), error.what());
  }
}

} // namespace

PyObject *sa::python::getExceptionType(ErrorKind kind) {
  return exceptionTypes[static_cast<int>(kind)];
}

void sa::python::registerExceptions() {
  py::module_ errors = py::module_::import("saopt._src.support.errors");
  auto find = [&](ErrorKind kind, const char *name) {
    exceptionTypes[static_cast<int>(kind)] =
        py::object(errors.attr(name)).release().ptr();
  };
  find(ErrorKind::Argument, "ArgumentError");
  find(ErrorKind::ArgumentCount, "ArgumentCountError");
  find(ErrorKind::Allocation, "AllocationError");
  find(ErrorKind::Placement, "ExecutionPlacementError");
  find(ErrorKind::Execution, "Error");
  find(ErrorKind::IndexRange, "IndexRangeError");
  find(ErrorKind::Assumption, "AssumptionError");
  py::register_local_exception_translator(translate);
}

void sa::python::setPythonError() {
  try {
    throw;
  } catch (const abi::__forced_unwind &) {
    throw; // The thread is being ended, which nobody may stop.
  } catch (py::error_already_set &error) {
    error.restore();
  } catch (const Error &error) {
    setError(error);
  } catch (const std::bad_alloc &) {
    PyErr_NoMemory();
  } catch (const std::exception &error) {
    py::set_error(getExceptionType(ErrorKind::Execution), error.what());
  }
}

void sa::python::raiseFrom(py::error_already_set &cause, ErrorKind kind,
                           const std::string &message) {
  if (!cause.matches(PyExc_Exception))
    throw cause;
  py::raise_from(cause, getExceptionType(kind), message.c_str());
  throw py::error_already_set();
}
