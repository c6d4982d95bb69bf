// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dpctl.h"

#include "PythonStack.h"

#include <atomic>
#include <mutex>

#include <dpctl_capi.h>

namespace py = pybind11;

/// dpctl's order managers, by queue. Never given up: the interpreter may be
/// gone before this library is.
static py::handle orderManagers;

void sa::python::importDpctl() {
  if (import_dpctl___sycl_device() < 0 || import_dpctl___sycl_context() < 0 ||
      import_dpctl___sycl_queue() < 0 || import_dpctl___sycl_event() < 0 ||
      import_dpctl__memory___memory() < 0)
    throw py::error_already_set();
  orderManagers = py::module_::import("dpctl.utils")
                      .attr("SequentialOrderManager")
                      .cast<py::object>()
                      .release();
}

std::optional<sycl::queue> sa::python::getQueue(py::handle object) {
  if (!PyObject_TypeCheck(object.ptr(), &PySyclQueueType))
    return std::nullopt;
  DPCTLSyclQueueRef queue = SyclQueue_GetQueueRef(
      reinterpret_cast<PySyclQueueObject *>(object.ptr()));
  if (!queue)
    return std::nullopt;
  return *reinterpret_cast<sycl::queue *>(queue);
}

std::optional<sycl::context> sa::python::getContext(py::handle object) {
  if (!PyObject_TypeCheck(object.ptr(), &PySyclContextType))
    return std::nullopt;
  DPCTLSyclContextRef context = SyclContext_GetContextRef(
      reinterpret_cast<PySyclContextObject *>(object.ptr()));
  if (!context)
    return std::nullopt;
  return *reinterpret_cast<sycl::context *>(context);
}

std::optional<sycl::event> sa::python::getEvent(py::handle object) {
  if (!PyObject_TypeCheck(object.ptr(), &PySyclEventType))
    return std::nullopt;
  DPCTLSyclEventRef event = SyclEvent_GetEventRef(
      reinterpret_cast<PySyclEventObject *>(object.ptr()));
  if (!event)
    return std::nullopt;
  return *reinterpret_cast<sycl::event *>(event);
}

// dpctl copies what it is given.

py::object sa::python::makeEvent(const sycl::event &event) {
  sycl::event copy = event;
  return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject *>(
      SyclEvent_Make(reinterpret_cast<DPCTLSyclEventRef>(&copy))));
}

void sa::python::announce(const sycl::queue &queue, py::handle event) {
  // The first time, dpctl initializes a variable for which other threads wait
  // with the interpreter's lock, and gives that lock away meanwhile: two first
  // times at once never end. Python may run a finalizer meanwhile that launches
  // something, and so comes here again in the same thread.
  static std::atomic<bool> isFirst{true};
  static auto *firstTime = new std::recursive_mutex;
  std::unique_lock<std::recursive_mutex> guard(*firstTime, std::defer_lock);
  if (isFirst) {
    py::gil_scoped_release released;
    guard.lock();
  }
  // It makes a queue of its own then, too.
  py::object manager = orderManagers[makeQueue(queue)];
  callWithStack(manager.attr("add_event_pair"), py::make_tuple(event, event));
  isFirst = false;
}

void sa::python::silence(const sycl::queue &queue) {
  py::object manager = orderManagers[makeQueue(queue)];
  for (const char *events : {"submitted_events", "host_task_events"})
    for (py::handle event : manager.attr(events))
      try {
        event.attr("wait")();
      } catch (py::error_already_set &) {
        // Told by whoever launched it.
      }
  manager.attr("wait") = py::cpp_function([] {});
}

py::object sa::python::makeQueue(const sycl::queue &queue) {
  sycl::queue copy = queue;
  return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject *>(
      SyclQueue_Make(reinterpret_cast<DPCTLSyclQueueRef>(&copy))));
}

py::object sa::python::makeContext(const sycl::context &context) {
  sycl::context copy = context;
  return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject *>(
      SyclContext_Make(reinterpret_cast<DPCTLSyclContextRef>(&copy))));
}

py::object sa::python::makeDevice(const sycl::device &device) {
  sycl::device copy = device;
  return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject *>(
      SyclDevice_Make(reinterpret_cast<DPCTLSyclDeviceRef>(&copy))));
}

std::optional<sa::python::Memory> sa::python::getMemory(py::handle object) {
  if (!PyObject_TypeCheck(object.ptr(), &Py_MemoryType))
    return std::nullopt;
  auto *memory = reinterpret_cast<Py_MemoryObject *>(object.ptr());
  // An object whose constructor did not run has no queue.
  std::optional<sycl::queue> queue;
  if (memory->queue)
    queue = getQueue(reinterpret_cast<PyObject *>(memory->queue));
  if (!queue)
    return std::nullopt;
  return Memory{reinterpret_cast<uint64_t>(memory->_memory_ptr), memory->nbytes,
                *queue};
}

py::object sa::python::makeMemory(uint64_t pointer, int64_t bytes,
                                  const sycl::queue &queue, py::handle owner) {
  sycl::queue copy = queue;
  PyObject *memory = Memory_Make(
      reinterpret_cast<DPCTLSyclUSMRef>(pointer), static_cast<size_t>(bytes),
      reinterpret_cast<DPCTLSyclQueueRef>(&copy), owner.ptr());
  if (!memory)
    throw py::error_already_set();
  return py::reinterpret_steal<py::object>(memory);
}
