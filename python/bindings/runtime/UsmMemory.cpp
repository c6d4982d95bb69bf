// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "UsmMemory.h"

#include "../support/UnlockedSection.h"
#include "Dpctl.h"
#include "ForkCheck.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Launch/Allocation.h"
#include "sa/Runtime/Launch/Submitting.h"

#include <string>

namespace py = pybind11;
using namespace sa::python;
using namespace sa::runtime;

namespace {

sycl::queue requireQueue(const py::object &object) {
  std::optional<sycl::queue> queue = getQueue(object);
  if (!queue)
    throw py::type_error("not a dpctl.SyclQueue");
  return *queue;
}

Memory requireMemory(const py::object &object) {
  std::optional<Memory> memory = getMemory(object);
  if (!memory)
    throw py::type_error("not an object of dpctl.memory");
  return *memory;
}

void waitForWork(const py::object &object) {
  checkNotForked();
  sycl::queue queue = requireQueue(object);
  UnlockedSection released;
  waitForQueue(queue);
}

enum class Direction { ToHost, FromHost };

/// Copies bytes between memory and the host's, after everything that was
/// submitted to the memory's queue, and waits.
void copyBytes(const py::object &object, int64_t offset, const py::buffer &host,
               Direction direction) {
  checkNotForked();
  Memory memory = requireMemory(object);
  bool reads = direction == Direction::ToHost;
  py::buffer_info content = host.request(/*writable=*/reads);
  int64_t bytes = content.size * content.itemsize;
  if (offset < 0 || bytes > memory.bytes || offset > memory.bytes - bytes)
    throw py::value_error("the bytes are outside of the memory");
  auto *usm = reinterpret_cast<char *>(memory.pointer) + offset;

  UnlockedSection released;
  copyAndWait(memory.queue, reads ? content.ptr : usm,
              reads ? usm : content.ptr, static_cast<size_t>(bytes));
}

/// Makes all bytes of memory zero, after everything that was submitted to its
/// queue, and waits.
void clear(const py::object &object) {
  checkNotForked();
  Memory memory = requireMemory(object);
  UnlockedSection released;
  clearAndWait(memory.queue, reinterpret_cast<void *>(memory.pointer),
               static_cast<size_t>(memory.bytes));
}

/// Memory for bytes that `owner` keeps alive, once the driver has confirmed
/// that they belong to one allocation of the queue's context.
py::object makeMemoryAt(uint64_t address, int64_t bytes,
                        const py::object &object, const py::object &owner) {
  checkNotForked();
  sycl::queue queue = requireQueue(object);
  std::optional<Allocation> allocation =
      AllocationFinder::create(queue.get_context(), queue.get_device())
          ->find(address);
  if (!allocation)
    throw Error(ErrorKind::Argument,
                "data points to no USM allocation of its context");
  uint64_t rest = allocation->size - (address - allocation->base);
  if (bytes <= 0 || static_cast<uint64_t>(bytes) > rest)
    throw Error(ErrorKind::Argument,
                "data reaches over " + std::to_string(bytes) +
                    " bytes, but its allocation has " + std::to_string(rest) +
                    " from there on");
  return makeMemory(address, bytes, queue, owner);
}

/// The same memory on another queue of its context.
py::object handOver(const py::object &object, const py::object &target) {
  checkNotForked();
  Memory memory = requireMemory(object);
  sycl::queue queue = requireQueue(target);
  if (queue.get_context() != memory.queue.get_context())
    throw py::value_error("the queue has another context than the memory");
  // What was handed over before need not live for those who come after it.
  py::object owner = object.attr("reference_obj");
  bool isHandedOver = getMemory(owner).has_value();
  return makeMemory(memory.pointer, memory.bytes, queue,
                    isHandedOver ? owner : object);
}

} // namespace

void sa::python::registerUsmMemory(py::module_ &m) {
  m.def("check_not_forked", &checkNotForked,
        "Raises in a process that was forked after its parent used a device.");
  m.def("refuse_devices", &refuseDevices,
        "Lets check_not_forked raise from now on.");
  m.def("wait_for", &waitForWork, py::arg("queue"),
        "Waits for what was submitted to a queue so far.");
  m.def(
      "read_bytes",
      [](const py::object &memory, int64_t offset, const py::buffer &host) {
        copyBytes(memory, offset, host, Direction::ToHost);
      },
      py::arg("memory"), py::arg("offset"), py::arg("host"),
      "Copies bytes of memory to the host, after the queue's other work.");
  m.def(
      "write_bytes",
      [](const py::object &memory, int64_t offset, const py::buffer &host) {
        copyBytes(memory, offset, host, Direction::FromHost);
      },
      py::arg("memory"), py::arg("offset"), py::arg("host"),
      "Copies bytes of memory from the host, after the queue's other work.");
  m.def("clear", &clear, py::arg("memory"),
        "Makes memory zero, after the queue's other work.");
  m.def("memory_at", &makeMemoryAt, py::arg("address"), py::arg("nbytes"),
        py::arg("queue"), py::arg("owner"),
        "Memory for bytes of an allocation that somebody else owns.");
  m.def("hand_over", &handOver, py::arg("memory"), py::arg("queue"),
        "The same memory on another queue of its context.");
}
