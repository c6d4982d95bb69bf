// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The launches of the process that nobody waits for, in one list, with what
// must live until they are done. keepInFlight drops those that have finished,
// and a thread looks at the list every few milliseconds while it is not empty.
// A host task for each launch would cost more than the launch.

#ifndef SA_RUNTIME_LAUNCH_INFLIGHT_H
#define SA_RUNTIME_LAUNCH_INFLIGHT_H

#include "sa/Runtime/Launch/Launch.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sa::runtime {

/// The first failure of a function's launches that nobody has waited for, until
/// somebody asks for it.
class AsyncFailure {
public:
  explicit AsyncFailure(std::string function) : function(std::move(function)) {}

  const std::string &getFunction() const { return function; }

  void set(std::string message);
  /// Notes a record that has an error, unless somebody takes it before.
  void set(std::shared_ptr<ErrorRecord> record);
  /// Gives the message, once.
  std::optional<std::string> take();
  /// Gives the error of the first record that still has one.
  std::optional<Error> takeError();

private:
  const std::string function;
  /// Read without the lock by every call.
  std::atomic<bool> isSet{false};
  std::mutex lock;
  std::optional<std::string> failure;
  std::vector<std::shared_ptr<ErrorRecord>> records;
};

/// Keeps `submission` and `owner` until the work is done, and says in `failure`
/// when it fails. Waits when very many launches are unfinished. The owner is
/// given up in any thread, without a lock.
void keepInFlight(Submission submission, const sycl::queue &queue,
                  std::shared_ptr<void> owner,
                  std::shared_ptr<AsyncFailure> failure);

/// True when work on the queue has failed that was being kept. SYCL keeps the
/// commands that it could not pass on, and everything after them fails, too.
bool hasFailedInFlight(const sycl::queue &queue);

/// What the launches of a process leave behind.
struct InFlightFailures {
  /// The failures that nobody has asked for, nor is told of any more.
  std::vector<std::string> messages;
  /// All queues on which work failed.
  std::vector<sycl::queue> queues;
};

/// Waits for all the work that is being kept, and gives up what it used. Does
/// nothing in a process that was forked off the one that launched it. Called
/// before a process ends; what is launched after that is waited for at once.
InFlightFailures drainInFlight();

/// How many launches are being kept.
size_t getNumInFlight();

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_INFLIGHT_H
