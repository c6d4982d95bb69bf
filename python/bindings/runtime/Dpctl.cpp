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

/// The SYCL object in an object of one of dpctl's types.
template <typename SyclT, typename ObjectT, typename RefT>
static std::optional<SyclT> get(py::handle object, PyTypeObject &type,
                                RefT (*getRef)(ObjectT *)) {
  if (!PyObject_TypeCheck(object.ptr(), &type))
    return std::nullopt;
  RefT ref = getRef(reinterpret_cast<ObjectT *>(object.ptr()));
  if (!ref)
    return std::nullopt;
  return *reinterpret_cast<SyclT *>(ref);
}

/// An object of dpctl's for a SYCL object, which dpctl copies.
template <typename SyclT, typename ObjectT, typename RefT>
static py::object make(SyclT object, ObjectT *(*make)(RefT)) {
  return py::reinterpret_steal<py::object>(
      reinterpret_cast<PyObject *>(make(reinterpret_cast<RefT>(&object))));
}

std::optional<sycl::queue> sa::python::getQueue(py::handle object) {
  return get<sycl::queue>(object, PySyclQueueType, SyclQueue_GetQueueRef);
}

std::optional<sycl::context> sa::python::getContext(py::handle object) {
  return get<sycl::context>(object, PySyclContextType,
                            SyclContext_GetContextRef);
}

std::optional<sycl::event> sa::python::getEvent(py::handle object) {
  return get<sycl::event>(object, PySyclEventType, SyclEvent_GetEventRef);
}

py::object sa::python::makeEvent(const sycl::event &event) {
  return make(event, SyclEvent_Make);
}

py::object sa::python::makeQueue(const sycl::queue &queue) {
  return make(queue, SyclQueue_Make);
}

py::object sa::python::makeContext(const sycl::context &context) {
  return make(context, SyclContext_Make);
}

py::object sa::python::makeDevice(const sycl::device &device) {
  return make(device, SyclDevice_Make);
}

void sa::python::announce(const sycl::queue &queue, py::handle event) {
  // Vendor bug dpctl-first-order-manager: the first time, dpctl initializes a
  // variable for which other threads wait with the interpreter's lock, and
  // gives that lock away meanwhile: two first times at once never end. Python
  // may run a finalizer meanwhile that launches something, and so comes here
  // again in the same thread.
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
