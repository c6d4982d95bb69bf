// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the bindings take from dpctl's C interface. That interface consists of
// static pointers, one set for every file that includes it, so only Dpctl.cpp
// does. dpctl's own pybind11 header is not used: it creates a queue inside the
// first conversion, which deadlocks when two threads get there together.

#ifndef SA_BINDINGS_RUNTIME_DPCTL_H
#define SA_BINDINGS_RUNTIME_DPCTL_H

#include <cstdint>
#include <optional>

#include <pybind11/pybind11.h>
#include <sycl/event.hpp>
#include <sycl/queue.hpp>

namespace sa::python {

/// Imports dpctl. Called once, when the module is imported. It does not look
/// for devices.
void importDpctl();

/// The queue in a `dpctl.SyclQueue`; nothing for other objects.
std::optional<sycl::queue> getQueue(pybind11::handle object);

/// The context in a `dpctl.SyclContext`; nothing for other objects.
std::optional<sycl::context> getContext(pybind11::handle object);

/// The event in a `dpctl.SyclEvent`; nothing for other objects.
std::optional<sycl::event> getEvent(pybind11::handle object);

/// dpctl's object for an event.
pybind11::object makeEvent(const sycl::event &event);

/// Makes what libraries over dpctl submit to an out-of-order queue from now on
/// wait for a `dpctl.SyclEvent`. They ask dpctl's order manager what to wait
/// for; a barrier does not stop work that they do on the host, such as
/// oneMKL's.
void announce(const sycl::queue &queue, pybind11::handle event);

/// Waits for what the order manager of a queue was told of, and has it wait for
/// nothing when the process ends: it would raise once more what has failed.
void silence(const sycl::queue &queue);

/// dpctl's objects for a queue, a context and a device.
pybind11::object makeQueue(const sycl::queue &queue);
pybind11::object makeContext(const sycl::context &context);
pybind11::object makeDevice(const sycl::device &device);

/// Raw USM memory.
struct Memory {
  uint64_t pointer;
  int64_t bytes;
  sycl::queue queue;
};

/// The memory in a `dpctl.memory.MemoryUSM*`; nothing for other objects.
std::optional<Memory> getMemory(pybind11::handle object);

/// A `dpctl.memory.MemoryUSM*` for bytes of an allocation of the queue's
/// context, which `owner` keeps alive.
pybind11::object makeMemory(uint64_t pointer, int64_t bytes,
                            const sycl::queue &queue, pybind11::handle owner);

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_DPCTL_H
