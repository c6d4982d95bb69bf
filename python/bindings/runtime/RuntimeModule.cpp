// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Python module `saopt._runtime`: programs and functions over the runtime
// library. Everything that may take time (compiling, launching, waiting)
// happens without the interpreter's lock, and no lock of the runtime is ever
// held while that lock is taken.

#include "../support/UnlockedSection.h"
#include "ArgumentReader.h"
#include "Calls.h"
#include "DLPack.h"
#include "Dpctl.h"
#include "Exceptions.h"
#include "ForkCheck.h"
#include "HostArray.h"
#include "PlanReader.h"
#include "PythonStack.h"
#include "Queues.h"
#include "UsmArray.h"
#include "UsmMemory.h"

#include <memory>
#include <optional>
#include <string>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace sa::python;
using namespace sa::runtime;

namespace {

std::shared_ptr<Program> makeProgram(const py::object &code,
                                     const std::string &language, bool strict,
                                     const py::bytes &constants) {
  if (language == "spirv") {
    if (!PyBytes_Check(code.ptr()))
      throw py::type_error("SPIR-V code must be given as bytes");
    return std::make_shared<Program>(std::string(py::bytes(code)),
                                     Language::SPIRV, strict,
                                     std::string(constants));
  }
  if (language == "sycl") {
    if (!PyUnicode_Check(code.ptr()))
      throw py::type_error("SYCL source must be given as str");
    return std::make_shared<Program>(code.cast<std::string>(), Language::SYCL,
                                     strict, std::string(constants));
  }
  throw py::value_error("language must be 'spirv' or 'sycl', not '" + language +
                        "'");
}

sycl::queue chooseQueue(const py::object &queue) {
  return queue.is_none() ? getDefaultQueue() : getQueueOf(queue);
}

std::string build(Program &program, const py::object &object) {
  checkNotForked();
  sycl::queue queue = chooseQueue(object);
  UnlockedSection released;
  return program.getBuildLog(program.getTarget(queue));
}

std::unique_ptr<PythonFunction>
makeFunction(const py::dict &spec, std::shared_ptr<Program> program,
             const std::optional<py::dict> &sibling) {
  std::optional<FunctionPlan> contiguous;
  if (sibling)
    contiguous = readPlan(*sibling);
  // A function cannot be moved, so it is made in its place.
  return std::unique_ptr<PythonFunction>(new PythonFunction{
      {readPlan(spec), std::move(program), std::move(contiguous)}});
}

py::tuple findOutputs(PythonFunction &python, const py::args &args) {
  checkNotForked();
  Function &function = python.function;
  py::tuple staged = stageHostArrays(args);
  std::vector<CallArgument> arguments =
      readArguments(function.getPlan(), staged, Outputs::MayBeOmitted);
  OutputNeeds needs;
  {
    UnlockedSection released;
    needs = function.findOutputNeeds(arguments);
  }
  py::list outputs;
  for (OutputNeed &need : needs.outputs)
    outputs.append(std::move(need));
  return py::make_tuple(
      makeQueue(needs.queue ? *needs.queue : getDefaultQueue()), outputs);
}

const char *choose(const PythonFunction &python, const py::args &args) {
  checkNotForked();
  const Function &function = python.function;
  py::tuple staged = stageHostArrays(args);
  std::vector<CallArgument> arguments =
      readArguments(function.getPlan(), staged, Outputs::MayBeOmitted);
  return function.choosesContiguous(arguments) ? "contiguous" : "general";
}

} // namespace

PYBIND11_MODULE(_runtime, m) {
  m.doc() = "Runs compiled functions on SYCL devices.";
  registerExceptions();
  importDpctl();
  importQueueCache();
  importArgumentReader();
  watchForks();
  waitAtExit();
  registerPythonStack(m);
  registerUsmArray(m);
  registerUsmMemory(m);
  registerHostArray(m);
  dlpack::registerFunctions(m);

  py::class_<Program, std::shared_ptr<Program>>(
      m, "Program",
      "Device code, built once for every context and device it runs on.")
      .def(py::init(&makeProgram), py::arg("code"), py::arg("language"),
           py::arg("strict") = false, py::arg("constants") = py::bytes())
      .def(
          "build",
          [](Program &program, const py::object &queue) {
            build(program, queue);
          },
          py::arg("queue") = py::none(),
          "Builds the program for a queue's device, the default one if none "
          "is given.")
      .def("build_log", &build, py::arg("queue") = py::none(),
           "The compiler's messages; empty when there are none.");

  py::class_<OutputNeed>(m, "OutputShape",
                         "What an output needs that was left out of a call.")
      .def_readonly("argument", &OutputNeed::position)
      .def_property_readonly("shape",
                             [](const OutputNeed &need) {
                               return py::tuple(py::cast(need.shape));
                             })
      .def_property_readonly("strides",
                             [](const OutputNeed &need) -> py::object {
                               if (!need.strides)
                                 return py::none();
                               return py::tuple(py::cast(*need.strides));
                             })
      .def_readonly("offset", &OutputNeed::offset)
      .def_readonly("storage", &OutputNeed::storage)
      .def_readonly("filled", &OutputNeed::filled);

  py::class_<PythonFunction>(m, "Function",
                             "A function of a program that takes USM arrays.")
      .def(py::init(&makeFunction), py::arg("spec"),
           py::arg("program").none(false),
           py::arg("contiguous_spec") = py::none())
      .def_property_readonly("name",
                             [](const PythonFunction &self) {
                               return self.function.getPlan().name;
                             })
      .def_property_readonly("signature",
                             [](const PythonFunction &self) {
                               return self.function.getPlan().signature;
                             })
      .def(
          "build_log",
          [](PythonFunction &self, const py::object &queue) {
            return build(self.function.getProgram(), queue);
          },
          py::arg("queue") = py::none(),
          "The compiler's messages; empty when there are none.")
      .def("choose", &choose,
           "Says which version a call with these arguments would run.")
      .def("output_shapes", &findOutputs,
           "Says where and what to allocate for outputs given as None.")
      .def("__call__", &callAndWait,
           "Checks the arguments, runs on their queue, and waits.")
      .def("make_launcher", &makeLauncher,
           "Makes the function that checks arguments, runs on their queue, and "
           "waits.")
      .def("call_async", &callAsync, py::arg("arguments"),
           py::arg("depends") = py::tuple(),
           "Checks the arguments and launches on their queue.")
      .def("prepare", &prepareCall, py::arg("arguments"),
           "Checks the arguments, for launches later on.");

  m.def("launches_in_flight", &getNumInFlight,
        "Says how many launches are being kept that nobody waited for.");
}
