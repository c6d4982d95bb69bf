// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of functions from Python. The functions that Python calls for each
// launch use Python's C interface directly, since pybind11's conversions cost a
// noticeable part of a launch of some microseconds.

#ifndef SA_BINDINGS_RUNTIME_CALLS_H
#define SA_BINDINGS_RUNTIME_CALLS_H

#include "sa/Runtime/Launch/Function.h"
#include "sa/Runtime/Launch/InFlight.h"

#include <memory>

#include <pybind11/pybind11.h>

namespace sa::python {

/// A function as Python has it.
struct PythonFunction {
  runtime::Function function;
  /// What became of launches that nobody waited for.
  std::shared_ptr<runtime::AsyncFailure> failure =
      std::make_shared<runtime::AsyncFailure>(function.getManifest().name);

  /// Throws the Error of an earlier asynchronous launch, if there is one.
  void raiseEarlierFailure() const;
};

/// Runs the function and waits. Throws an Error.
void callAndWait(PythonFunction &function, const pybind11::args &arguments);

/// Python's function `launch(*arguments)` for a PythonFunction, which it keeps
/// alive: runs the function and waits, and returns True. Returns False, having
/// done nothing, when arguments are missing, or outputs are None.
pybind11::object makeLauncher(const pybind11::object &function);

/// Launches without waiting; returns dpctl's event. `depends` is an iterable of
/// such events.
pybind11::object callAsync(PythonFunction &function,
                           const pybind11::tuple &arguments,
                           const pybind11::object &depends);

/// A prepared call as Python has it: two functions, to launch and wait, and to
/// launch with a sequence of events to depend on. They keep the function and
/// the arguments alive.
pybind11::tuple prepareCall(const pybind11::object &function,
                            const pybind11::tuple &arguments);

/// Has Python wait for all launches before it ends. Called once, when the
/// module is imported.
void waitAtExit();

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_CALLS_H
