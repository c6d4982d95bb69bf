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
#include "HostCalls.h"
#include "Printing.h"
#include "PythonStack.h"
#include "Queues.h"
#include "TracebackBoundary.h"
#include "UsmArray.h"
#include "UsmMemory.h"
#include "sa/Runtime/Device/AmpleStack.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Launch/Profiling.h"
#include "sa/Runtime/Launch/TemporaryPool.h"
#include "sa/Runtime/Package/PackageReader.h"
#include "sa/Runtime/Program/CompileCache.h"
#include "sa/Runtime/Vendor/DeviceCompiler.h"

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
                                     const py::bytes &constants,
                                     const Program::Variants &variants) {
  if (language == "spirv") {
    if (!PyBytes_Check(code.ptr()))
      throw py::type_error("SPIR-V code must be given as bytes");
    return std::make_shared<Program>(std::string(py::bytes(code)),
                                     Language::SPIRV, strict,
                                     std::string(constants), variants);
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

std::unique_ptr<PythonFunction> makeFunction(const Manifest &manifest,
                                             const std::string &name,
                                             std::shared_ptr<Program> program) {
  const FunctionManifest &general = manifest.get(name);
  std::optional<FunctionManifest> contiguous;
  if (general.contiguous)
    contiguous = manifest.get(*general.contiguous);
  // A function cannot be moved, so it is made in its place.
  return std::unique_ptr<PythonFunction>(
      new PythonFunction{{general, std::move(program), std::move(contiguous)}});
}

py::tuple findOutputs(PythonFunction &python, const py::args &args) {
  checkNotForked();
  Function &function = python.function;
  py::tuple staged = stageHostArrays(args);
  std::vector<CallArgument> arguments =
      readArguments(function.getManifest(), staged, Outputs::MayBeOmitted);
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
      readArguments(function.getManifest(), staged, Outputs::MayBeOmitted);
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
  installPrinter();
  waitAtExit();
  registerPythonStack(m);
  registerTracebackBoundary(m);
  registerUsmArray(m);
  registerUsmMemory(m);
  registerHostArray(m);
  registerHostCalls(m);
  dlpack::registerFunctions(m);

  py::class_<Program, std::shared_ptr<Program>>(
      m, "Program",
      "Device code, built once for every context and device it runs on.")
      .def(py::init(&makeProgram), py::arg("code"), py::arg("language"),
           py::arg("strict") = false, py::arg("constants") = py::bytes(),
           py::arg("variants") = Program::Variants())
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

  py::class_<PythonFunction>(m, "Function",
                             "A function of a program that takes USM arrays.")
      .def(py::init(&makeFunction), py::arg("manifest"), py::arg("name"),
           py::arg("program").none(false))
      .def_property_readonly("name",
                             [](const PythonFunction &self) {
                               return self.function.getManifest().name;
                             })
      .def_property_readonly("signature",
                             [](const PythonFunction &self) {
                               return self.function.getManifest().signature;
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

  m.def(
      "read_package",
      [](const std::string &path) {
        PackageContents package;
        {
          UnlockedSection released;
          package = readPackage(path);
        }
        return py::make_tuple(package.text, package.program, package.strict,
                              py::bytes(package.code),
                              py::bytes(package.constants));
      },
      py::arg("path"), "Reads and checks a package.");
  m.def(
      "device_compilers",
      [] {
        checkNotForked();
        UnlockedSection released;
        return withStack(ampleStack, findDeviceCompilers);
      },
      "The compilers of all devices, each once.");
  m.def(
      "begin_profile", [] { Profile::begin(); },
      "Begins to time the kernels that this thread launches.");
  m.def(
      "end_profile",
      [] {
        py::list calls;
        for (const TimedCall &call : Profile::end()) {
          py::list launches;
          for (const TimedLaunch &launch : call.launches)
            launches.append(py::make_tuple(
                launch.function, launch.kernel, launch.range, launch.local,
                launch.sizes, launch.start, launch.end));
          calls.append(py::make_tuple(call.begin, call.end, launches));
        }
        return calls;
      },
      "Ends that; returns the calls of functions: when each began and ended, "
      "and its launches, with function, kernel, range, work-group, sizes, "
      "start "
      "and end.");
  m.def(
      "stamp",
      [](const py::object &queue) {
        checkNotForked();
        std::optional<sycl::queue> native = getQueue(queue);
        if (!native)
          throw Error(ErrorKind::Argument, "a stamp is of a dpctl.SyclQueue");
        UnlockedSection released;
        return stamp(*native);
      },
      py::arg("queue"),
      "Waits for a queue; returns when it was done, in nanoseconds.");
  m.def("launches_in_flight", &getNumInFlight,
        "Says how many launches are being kept that nobody waited for.");
  m.def(
      "release_memory",
      [] {
        checkNotForked();
        UnlockedSection released;
        return TemporaryPool::get().release();
      },
      "Frees the memory of temporaries that no call has; returns its bytes.");
  m.def(
      "read_cache",
      [](const std::string &key) -> std::optional<py::bytes> {
        std::optional<std::string> found;
        {
          UnlockedSection released;
          found = CompileCache::getUserCache().read(key);
        }
        if (!found)
          return std::nullopt;
        return py::bytes(*found);
      },
      py::arg("key"), "Returns what the user's compile cache holds for a key.");
  m.def(
      "write_cache",
      [](const std::string &key, const std::string &content) {
        UnlockedSection released;
        CompileCache::getUserCache().write(key, content);
      },
      py::arg("key"), py::arg("content"),
      "Keeps content for a key in the user's compile cache.");
  m.def(
      "temporary_allocations",
      [] { return TemporaryPool::get().getNumAllocations(); },
      "Says how often memory for temporaries was allocated.");
}
