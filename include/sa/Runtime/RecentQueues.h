// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeping queues alive for a while after their last use.
//
// An event of Intel's CPU driver is complete before the worker thread that ran
// the kernel has let go of the command. When the caller then drops the last
// reference to an out-of-order queue, the worker destroys it, from inside a
// task that the queue's destructor waits for: the process hangs, in about one
// of two thousand cases. Waiting for the queue itself does not have this
// problem, but crashes the same driver when other threads submit to the queue
// at that time. So whoever has waited for an event hands the queue in here, and
// its last reference is dropped several queues later.

#ifndef SA_RUNTIME_RECENTQUEUES_H
#define SA_RUNTIME_RECENTQUEUES_H

#include <sycl/queue.hpp>

namespace sa::runtime {

/// Keeps `queue` alive until some other queues have been handed in.
void keepAlive(const sycl::queue &queue);

} // namespace sa::runtime

#endif // SA_RUNTIME_RECENTQUEUES_H
