// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handing work to queues that several threads use, and waiting for it. Vendor
// bug intel-cpu-concurrent-submission: Intel's CPU driver crashes or hangs when
// several threads submit to an out-of-order queue at once. The runtime submits
// all of its work for such queues under one lock, and polls its events
// (`pollEvent`).

#ifndef SA_RUNTIME_LAUNCH_SUBMITTING_H
#define SA_RUNTIME_LAUNCH_SUBMITTING_H

#include <cstddef>
#include <mutex>

#include <sycl/event.hpp>
#include <sycl/queue.hpp>

namespace sa::runtime {

/// Held while a queue is asked whether it is idle, and while work is submitted.
/// Never destroyed, since threads may call until the process ends.
std::mutex &getSubmissionLock();

/// True when nothing that was submitted to the queue is unfinished. Costs less
/// than a barrier. The caller holds the lock.
bool isIdle(const sycl::queue &queue);

/// True when the work is done, or has failed.
bool isDone(const sycl::event &event);

/// Waits for an event of `queue`. Throws what the work failed with.
void waitFor(sycl::event &event, const sycl::queue &queue);

/// Waits for what was submitted to a queue so far, by whomever.
void waitForQueue(sycl::queue queue);

/// Copies bytes, at least one of whose ends is USM memory of the queue's
/// context, after everything that was submitted to the queue, and waits.
void copyAndWait(sycl::queue queue, void *to, const void *from, size_t bytes);

/// Copies bytes as above, beside what was submitted to the queue, and waits.
void copyBesideQueue(const sycl::queue &queue, void *to, const void *from,
                     size_t bytes);

/// Makes bytes zero, after everything that was submitted to the queue, and
/// waits.
void clearAndWait(sycl::queue queue, void *memory, size_t bytes);

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_SUBMITTING_H
