// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostCalls.h"

#include "ArgumentReader.h"
#include "Dpctl.h"
#include "ForkCheck.h"
#include "sa/Runtime/Checks/Arguments.h"
#include "sa/Runtime/Checks/StorageSizes.h"
#include "sa/Runtime/Device/AmpleStack.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Manifest/ManifestReader.h"

#include <pybind11/stl.h>

namespace py = pybind11;
using namespace sa::python;
using namespace sa::runtime;

namespace {

py::tuple toTuple(const std::vector<int64_t> &numbers) {
  return py::tuple(py::cast(numbers));
}

py::object toTuple(const std::optional<std::vector<int64_t>> &numbers) {
  return numbers ? py::object(toTuple(*numbers)) : py::none();
}

py::object toObject(const std::optional<sycl::queue> &queue) {
  return queue ? makeQueue(*queue) : py::none();
}

ArrayDescriptor describeHostMemory(uint64_t pointer, bool readOnly,
                                   std::string typestr,
                                   std::vector<int64_t> shape,
                                   std::vector<int64_t> strides,
                                   const py::object &queue) {
  return {/*version=*/1,    pointer,
          readOnly,         std::move(typestr),
          std::move(shape), std::move(strides),
          /*offset=*/0,     /*rawBytes=*/std::nullopt,
          getQueue(queue)};
}

/// The sizes that are known, by their names.
py::dict nameSizes(const FunctionManifest &function,
                   const std::vector<int64_t> &sizes) {
  py::dict named;
  for (size_t i = 0; i != sizes.size(); ++i)
    if (sizes[i] != unknownSize)
      named[py::str(function.sizes[i])] = sizes[i];
  return named;
}

py::tuple
checkOnHost(const Manifest &manifest, const std::string &name,
            const std::vector<std::optional<ArrayDescriptor>> &descriptors,
            const py::function &findNeed) {
  const FunctionManifest &function = manifest.get(name);
  std::vector<CallArgument> arguments;
  for (const std::optional<ArrayDescriptor> &descriptor : descriptors)
    arguments.push_back(descriptor ? CallArgument(*descriptor)
                                   : OmittedOutput());
  HostCall call = checkHostArguments(
      function, arguments,
      [&](const Requirement &requirement, const std::vector<int64_t> &sizes) {
        return findNeed(requirement.argument, requirement.dimension,
                        nameSizes(function, sizes))
            .cast<std::optional<int64_t>>();
      });
  py::dict elements;
  for (const HostElements &array : call.arrays)
    elements[py::int_(array.position)] =
        py::make_tuple(toTuple(array.shape), toTuple(array.strides),
                       array.first, array.length);
  return py::make_tuple(nameSizes(function, call.sizes), elements,
                        toObject(call.needs.queue), call.needs.outputs);
}

} // namespace

const FunctionManifest &
sa::python::Manifest::get(const std::string &name) const {
  if (const FunctionManifest *found = findFunction(functions, name))
    return *found;
  throw Error(ErrorKind::Execution,
              "the manifest has no function '" + name + "'");
}

void sa::python::registerHostCalls(py::module_ &m) {
  py::class_<Manifest>(m, "Manifest", "The functions of a program.")
      .def(py::init([](const std::string &text) {
             return Manifest{
                 withStack(ampleStack, [&] { return readManifest(text); })};
           }),
           py::arg("text"))
      .def("check_on_host", &checkOnHost, py::arg("name"),
           py::arg("descriptors"), py::arg("find_need"),
           "Checks the arguments of a function that the caller runs.");

  py::class_<ArrayDescriptor>(m, "Descriptor", "What an array says of itself.")
      .def(py::init(&describeHostMemory), py::arg("pointer"),
           py::arg("read_only"), py::arg("typestr"), py::arg("shape"),
           py::arg("strides"), py::arg("queue") = py::none())
      .def_readonly("version", &ArrayDescriptor::version)
      .def_readonly("pointer", &ArrayDescriptor::pointer)
      .def_readonly("read_only", &ArrayDescriptor::readOnly)
      .def_readonly("typestr", &ArrayDescriptor::typestr)
      .def_readonly("offset", &ArrayDescriptor::offset)
      .def_property_readonly(
          "shape", [](const ArrayDescriptor &d) { return toTuple(d.shape); })
      .def_property_readonly(
          "strides",
          [](const ArrayDescriptor &d) { return toTuple(d.strides); })
      .def_property_readonly(
          "queue", [](const ArrayDescriptor &d) { return toObject(d.queue); });

  m.def(
      "read_interface",
      [](const py::object &array, const std::string &name) {
        checkNotForked();
        return readDescriptor(name, array);
      },
      py::arg("array"), py::arg("name"),
      "The fields of an array's __sycl_usm_array_interface__.");

  py::class_<OutputNeed>(m, "OutputShape",
                         "What an output needs that was left out of a call.")
      .def_readonly("argument", &OutputNeed::position)
      .def_property_readonly(
          "shape", [](const OutputNeed &need) { return toTuple(need.shape); })
      .def_property_readonly(
          "strides",
          [](const OutputNeed &need) { return toTuple(need.strides); })
      .def_readonly("offset", &OutputNeed::offset)
      .def_readonly("storage", &OutputNeed::storage)
      .def_readonly("filled", &OutputNeed::filled);
}
