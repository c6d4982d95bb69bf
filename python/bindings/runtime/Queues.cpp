// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Queues.h"

#include "Dpctl.h"
#include "PythonStack.h"

#include <stdexcept>
#include <string>

namespace py = pybind11;
using namespace sa::python;

namespace {

/// `dpctl.get_device_cached_queue` and `dpctl.SyclDevice`; never given back.
PyObject *cachedQueue;
PyObject *deviceType;

sycl::queue getCachedQueue(py::handle key) {
  py::object queue = callWithStack(cachedQueue, py::make_tuple(key));
  if (std::optional<sycl::queue> result = getQueue(queue))
    return *result;
  throw std::invalid_argument("dpctl has no queue for it");
}

sycl::queue getQueueOf(const sycl::context &context) {
  std::vector<sycl::device> devices = context.get_devices();
  if (devices.size() != 1)
    throw std::invalid_argument("the context has " +
                                std::to_string(devices.size()) +
                                " devices, so it does not say which queue");
  return getCachedQueue(
      py::make_tuple(makeContext(context), makeDevice(devices.front())));
}

sycl::queue getQueueOfCapsule(py::handle capsule) {
  const char *raw = PyCapsule_GetName(capsule.ptr());
  if (!raw)
    PyErr_Clear();
  std::string name = raw ? raw : "";
  // Looking at the pointer leaves the capsule as it is; dpctl's own readers
  // rename it and take the pointer away.
  if (name == "SyclQueueRef")
    return *static_cast<sycl::queue *>(
        PyCapsule_GetPointer(capsule.ptr(), raw));
  if (name == "SyclContextRef")
    return ::getQueueOf(*static_cast<sycl::context *>(
        PyCapsule_GetPointer(capsule.ptr(), raw)));
  if (name.rfind("used_", 0) == 0)
    throw std::invalid_argument("the capsule '" + name +
                                "' was consumed by somebody else");
  throw std::invalid_argument("the capsule is called '" + name +
                              "', not SyclQueueRef or SyclContextRef");
}

} // namespace

void sa::python::importQueueCache() {
  py::module_ dpctl = py::module_::import("dpctl");
  cachedQueue =
      py::object(dpctl.attr("get_device_cached_queue")).release().ptr();
  deviceType = py::object(dpctl.attr("SyclDevice")).release().ptr();
}

sycl::queue sa::python::getQueueOf(py::handle syclobj) {
  if (std::optional<sycl::queue> queue = getQueue(syclobj))
    return *queue;
  if (std::optional<sycl::context> context = getContext(syclobj))
    return ::getQueueOf(*context);
  if (py::isinstance<py::str>(syclobj))
    return getCachedQueue(syclobj);
  if (PyCapsule_CheckExact(syclobj.ptr()))
    return getQueueOfCapsule(syclobj);
  if (py::hasattr(syclobj, "_get_capsule")) {
    py::object capsule = syclobj.attr("_get_capsule")();
    if (!PyCapsule_CheckExact(capsule.ptr()))
      throw std::invalid_argument("its _get_capsule() returned no capsule");
    return getQueueOfCapsule(capsule);
  }
  throw std::invalid_argument(std::string("'") +
                              Py_TYPE(syclobj.ptr())->tp_name +
                              "' object is not a queue, a context, a filter "
                              "string or a capsule of those");
}

sycl::queue sa::python::getDefaultQueue() {
  return getCachedQueue(py::handle(deviceType)());
}
