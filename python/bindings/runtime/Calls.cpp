// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Calls.h"
#include "Printing.h"

#include "../support/UnlockedSection.h"
#include "ArgumentReader.h"
#include "Dpctl.h"
#include "Exceptions.h"
#include "ForkCheck.h"
#include "HostArray.h"
#include "sa/Runtime/Error.h"

#include <string>

namespace py = pybind11;
using namespace sa::python;
using namespace sa::runtime;

namespace {

/// What a launcher of Python's belongs to.
struct Launcher {
  py::object owner;
  PythonFunction *function;
};

/// A prepared call, and what it keeps alive.
struct Prepared {
  py::object owner;
  py::tuple arguments;
  PythonFunction *function;
  PreparedCall call;
};

/// A capsule that owns `state`, for functions that Python calls directly.
template <typename StateT> py::object makeState(std::unique_ptr<StateT> state) {
  py::capsule capsule(state.get(), [](void *pointer) {
    delete static_cast<StateT *>(pointer);
  });
  state.release();
  return capsule;
}

template <typename StateT> StateT &getState(PyObject *capsule) {
  return *static_cast<StateT *>(PyCapsule_GetPointer(capsule, nullptr));
}

py::object makeFunction(PyMethodDef &definition, const py::object &state) {
  PyObject *function = PyCFunction_New(&definition, state.ptr());
  if (!function)
    throw py::error_already_set();
  return py::reinterpret_steal<py::object>(function);
}

/// Python objects that are given up later, in whatever thread. Once the
/// interpreter is going down they are left alone.
std::shared_ptr<void> keep(py::object object) {
  return {object.release().ptr(), [](void *kept) {
            if (!Py_IsInitialized() || _Py_IsFinalizing())
              return;
            PyGILState_STATE state = PyGILState_Ensure();
            Py_DECREF(static_cast<PyObject *>(kept));
            PyGILState_Release(state);
          }};
}

/// True when every argument of the manifest is there, outputs not left out.
bool isComplete(const FunctionManifest &manifest, PyObject *const *arguments,
                size_t count) {
  if (count != manifest.arguments.size())
    return false;
  for (size_t i = 0; i != count; ++i) {
    if (arguments[i] != Py_None)
      continue;
    const auto *array = std::get_if<ArrayArgument>(&manifest.arguments[i]);
    if (array && array->role == Role::Output)
      return false;
  }
  return true;
}

/// The errors of a call that is waited for later, and what they are about.
struct PendingError {
  py::object owner;
  std::shared_ptr<ErrorRecord> errors;
};

PyObject *raiseError(PyObject *self, PyObject *) {
  return guarded([&]() -> PyObject * {
    PendingError &pending = getState<PendingError>(self);
    {
      PrintedWriter writer;
      UnlockedSection released;
      pending.errors->raise();
    }
    Py_RETURN_NONE;
  });
}

PyMethodDef raiseErrorDefinition = {"raise_error", raiseError, METH_NOARGS,
                                    nullptr};

std::vector<sycl::event> readEvents(const py::object &depends) {
  std::vector<sycl::event> events;
  if (std::optional<sycl::event> single = getEvent(depends))
    return {*single};
  try {
    for (py::handle item : depends) {
      std::optional<sycl::event> event = getEvent(item);
      if (!event)
        throw Error(ErrorKind::Argument,
                    "depends[" + std::to_string(events.size()) +
                        "] is of type '" + Py_TYPE(item.ptr())->tp_name +
                        "', expected a dpctl.SyclEvent");
      events.push_back(std::move(*event));
    }
  } catch (py::error_already_set &error) {
    raiseFrom(error, ErrorKind::Argument,
              "depends cannot be read, expected events: " +
                  std::string(py::str(error.value())));
  }
  return events;
}

/// Launches a call without waiting. `owner` lives until the work is done.
py::object launchInFlight(const PythonFunction &function,
                          const PreparedCall &call, py::object owner,
                          const std::vector<sycl::event> &depends) {
  std::optional<sycl::event> event;
  std::shared_ptr<ErrorRecord> errors;
  py::object function_owner = owner;
  {
    std::shared_ptr<void> kept = keep(std::move(owner));
    UnlockedSection released;
    Submission submission =
        launchAsync(call.launchable, call.values, call.queue, depends);
    event = submission.event;
    errors = submission.errors;
    keepInFlight(std::move(submission), call.queue, std::move(kept),
                 function.failure);
  }
  py::object made = makeEvent(event ? *event : sycl::event());
  // Nobody asks dpctl any more while the interpreter is being taken apart, and
  // the work is done.
  if (event && !call.queue.is_in_order() && !_Py_IsFinalizing())
    announce(call.queue, made);
  if (!errors)
    return made;
  // Who waits for the event is told what went wrong.
  py::object raiseError =
      makeFunction(raiseErrorDefinition,
                   makeState(std::make_unique<PendingError>(PendingError{
                       std::move(function_owner), std::move(errors)})));
  return py::module_::import("saopt._src.calls.events")
      .attr("CheckedEvent")(made, raiseError);
}

/// Checks the arguments of a call without the interpreter's lock.
PreparedCall prepare(PythonFunction &function, const py::tuple &arguments) {
  std::vector<CallArgument> read =
      readArguments(function.function.getManifest(), arguments);
  UnlockedSection released;
  return function.function.prepare(read);
}

/// Runs a function and waits.
void run(PythonFunction &function, PyObject *const *arguments, size_t count) {
  checkNotForked();
  function.raiseEarlierFailure();
  py::object staged;
  if (hasHostArrays(arguments, count)) {
    staged = stageHostArrays(arguments, count);
    arguments = &PyTuple_GET_ITEM(staged.ptr(), 0);
  }
  std::vector<CallArgument> read =
      readArguments(function.function.getManifest(), arguments, count);
  PrintedWriter writer;
  UnlockedSection released;
  PreparedCall call = function.function.prepare(read);
  launchAndWait(call.launchable, call.values, call.queue);
}

PyObject *launch(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
  return guarded([&]() -> PyObject * {
    PythonFunction &function = *getState<Launcher>(self).function;
    if (!isComplete(function.function.getManifest(), arguments, count))
      Py_RETURN_FALSE;
    run(function, arguments, count);
    Py_RETURN_TRUE;
  });
}

/// The prepared call of a capsule, which may be launched.
Prepared &getPrepared(PyObject *self) {
  Prepared &prepared = getState<Prepared>(self);
  checkNotForked();
  prepared.function->raiseEarlierFailure();
  return prepared;
}

PyObject *launchPrepared(PyObject *self, PyObject *) {
  return guarded([&]() -> PyObject * {
    const PreparedCall &call = getPrepared(self).call;
    {
      PrintedWriter writer;
      UnlockedSection released;
      launchAndWait(call.launchable, call.values, call.queue);
    }
    Py_RETURN_NONE;
  });
}

PyObject *launchPreparedAsync(PyObject *self, PyObject *depends) {
  return guarded([&] {
    Prepared &prepared = getPrepared(self);
    std::vector<sycl::event> events =
        readEvents(py::reinterpret_borrow<py::object>(depends));
    return launchInFlight(*prepared.function, prepared.call,
                          py::reinterpret_borrow<py::object>(self), events)
        .release()
        .ptr();
  });
}

PyMethodDef launchDefinition = {
    "launch",
    reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(launch)),
    METH_FASTCALL, nullptr};
PyMethodDef launchPreparedDefinition = {"launch", launchPrepared, METH_NOARGS,
                                        nullptr};
PyMethodDef launchPreparedAsyncDefinition = {
    "launch_async", launchPreparedAsync, METH_O, nullptr};

} // namespace

void PythonFunction::raiseEarlierFailure() const {
  if (std::optional<Error> error = failure->takeError())
    throw Error(*error);
  if (std::optional<std::string> message = failure->take())
    throw Error(ErrorKind::Execution,
                "function '" + function.getManifest().name +
                    "': the work of an earlier call_async failed: " + *message);
}

void sa::python::callAndWait(PythonFunction &function,
                             const py::args &arguments) {
  run(function, &PyTuple_GET_ITEM(arguments.ptr(), 0), arguments.size());
}

py::object sa::python::makeLauncher(const py::object &function) {
  auto state = std::make_unique<Launcher>(
      Launcher{function, &function.cast<PythonFunction &>()});
  return makeFunction(launchDefinition, makeState(std::move(state)));
}

py::object sa::python::callAsync(PythonFunction &function,
                                 const py::tuple &given,
                                 const py::object &depends) {
  checkNotForked();
  function.raiseEarlierFailure();
  py::tuple arguments = stageHostArrays(given);
  std::vector<sycl::event> events = readEvents(depends);
  PreparedCall call = prepare(function, arguments);
  // The kernels belong to the function, which may be gone before they run.
  py::object owner = py::make_tuple(py::cast(&function), arguments);
  return launchInFlight(function, call, std::move(owner), events);
}

py::tuple sa::python::prepareCall(const py::object &function,
                                  const py::tuple &given) {
  checkNotForked();
  // What arrays of the host have now is what every launch reads.
  py::tuple arguments = stageHostArrays(given);
  auto &native = function.cast<PythonFunction &>();
  native.raiseEarlierFailure();
  auto state = std::make_unique<Prepared>(
      Prepared{function, arguments, &native, prepare(native, arguments)});
  py::object capsule = makeState(std::move(state));
  return py::make_tuple(makeFunction(launchPreparedDefinition, capsule),
                        makeFunction(launchPreparedAsyncDefinition, capsule));
}

void sa::python::waitAtExit() {
  py::module_::import("atexit").attr("register")(py::cpp_function([] {
    closeUnlockedSections();
    InFlightFailures failures;
    {
      UnlockedSection released;
      failures = drainInFlight();
    }
    writePrinted();
    for (const sycl::queue &queue : failures.queues)
      silence(queue);
    for (const std::string &message : failures.messages)
      PySys_FormatStderr("saopt.Error: %s\n", message.c_str());
  }));
}
