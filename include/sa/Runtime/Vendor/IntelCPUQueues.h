// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workarounds for queues and events of Intel's OpenCL driver for CPUs (2026.2).
// docs/vendor-bugs.md describes the bugs. Other devices, and drivers without a
// bug, do without its workaround.

#ifndef SA_RUNTIME_VENDOR_INTELCPUQUEUES_H
#define SA_RUNTIME_VENDOR_INTELCPUQUEUES_H

#include <cstddef>

#include <sycl/event.hpp>
#include <sycl/queue.hpp>

namespace sa::runtime {

/// Workaround intel-cpu-poll-events: waits for an event of `queue` without
/// calling the driver's own wait, which crashes or loses work when another
/// thread submits to the queue meanwhile. Returns early when SYCL keeps the
/// work back; the caller then waits for the event.
void pollEvent(const sycl::event &event, const sycl::queue &queue);

/// Workaround intel-cpu-limit-in-flight: returns how many launches on devices
/// like that of `queue` may be unfinished. The driver finishes a chain of
/// barriers recursively, and a thousand launches overflowed the stack of its
/// thread.
size_t getMostInFlight(const sycl::queue &queue);

/// Workaround intel-cpu-keep-queues: keeps `queue` alive until 16 other queues
/// have been handed in. Called after a wait for an event of the queue.
///
/// An event is complete before the worker thread that ran the kernel has let go
/// of the command. When the caller then drops the last reference to an
/// out-of-order queue, the worker destroys it from inside a task that the
/// queue's destructor waits for: the process hangs, in about one of two
/// thousand cases.
void keepAlive(const sycl::queue &queue);

} // namespace sa::runtime

#endif // SA_RUNTIME_VENDOR_INTELCPUQUEUES_H
