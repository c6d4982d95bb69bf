// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/InFlight.h"

#include "sa/Runtime/Launch/Submitting.h"
#include "sa/Runtime/Vendor/IntelCPUQueues.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <thread>
#include <utility>

#include <unistd.h>

using namespace sa;
using namespace sa::runtime;

void AsyncFailure::set(std::string message) {
  std::lock_guard<std::mutex> guard(lock);
  if (!failure)
    failure = std::move(message);
  isSet = true;
}

void AsyncFailure::set(std::shared_ptr<ErrorRecord> record) {
  // Older ones say as much.
  constexpr size_t most = 16;
  std::lock_guard<std::mutex> guard(lock);
  if (records.size() < most)
    records.push_back(std::move(record));
  isSet = true;
}

std::optional<Error> AsyncFailure::takeError() {
  if (!isSet)
    return std::nullopt;
  std::lock_guard<std::mutex> guard(lock);
  isSet = failure.has_value();
  std::optional<Error> first;
  for (const std::shared_ptr<ErrorRecord> &record : records)
    if (std::optional<Error> error = record->take(); error && !first)
      first = std::move(error);
  records.clear();
  return first;
}

std::optional<std::string> AsyncFailure::take() {
  if (!isSet)
    return std::nullopt;
  std::lock_guard<std::mutex> guard(lock);
  isSet = !records.empty();
  return std::exchange(failure, std::nullopt);
}

namespace {

/// How often the thread looks.
constexpr std::chrono::milliseconds interval(5);

struct Entry {
  Submission submission;
  sycl::queue queue;
  std::shared_ptr<void> owner;
  std::shared_ptr<AsyncFailure> failure;
  /// How many such launches may be unfinished.
  size_t most = getMostInFlight(queue);

  /// Waits, and notes a failure.
  void finish();
};

/// Never destroyed: the thread and the callers may outlive everything else.
class InFlightList {
public:
  void add(Entry entry);
  InFlightFailures drain();
  size_t size();

private:
  void watch();

  std::mutex lock;
  std::condition_variable changed;
  std::deque<Entry> entries;
  std::thread watcher;
  /// The process that `watcher` runs in. After a fork the lock may be held for
  /// ever by a thread that is gone, so this is read without it.
  std::atomic<pid_t> process{0};
  /// True while the thread waits until there is something to look at.
  bool isIdle = false;
  bool isStopping = false;
  /// True once everything was waited for: nobody would do so again.
  bool isDrained = false;
  /// The entries that the thread has taken out and is still waiting for.
  size_t numTaken = 0;
};

InFlightList &getList() {
  static auto *list = new InFlightList;
  return *list;
}

/// What has failed so far. Never destroyed, as above.
class FailureList {
public:
  void add(const sycl::queue &queue, std::shared_ptr<AsyncFailure> failure,
           std::vector<std::shared_ptr<void>> memory) {
    std::lock_guard<std::mutex> guard(lock);
    kept.push_back(std::move(memory));
    if (!isIn(queues, queue) && queues.size() < most)
      queues.push_back(queue);
    if (!isIn(failures, failure) && failures.size() < most)
      failures.push_back(std::move(failure));
    isEmpty = false;
  }

  /// Adds a failure after which the queue works as before.
  void add(std::shared_ptr<AsyncFailure> failure) {
    std::lock_guard<std::mutex> guard(lock);
    if (!isIn(failures, failure) && failures.size() < most)
      failures.push_back(std::move(failure));
  }

  bool has(const sycl::queue &queue) {
    if (isEmpty)
      return false;
    std::lock_guard<std::mutex> guard(lock);
    return isIn(queues, queue);
  }

  InFlightFailures take() {
    std::lock_guard<std::mutex> guard(lock);
    InFlightFailures taken;
    for (const std::shared_ptr<AsyncFailure> &failure : failures) {
      if (std::optional<Error> error = failure->takeError())
        taken.messages.push_back(error->what());
      if (std::optional<std::string> message = failure->take())
        taken.messages.push_back(
            "function '" + failure->getFunction() +
            "': the work of a call_async failed: " + *message);
    }
    failures.clear();
    taken.queues = queues;
    return taken;
  }

private:
  /// More queues and functions than these are not noted, in a program that goes
  /// on and on after failures.
  static constexpr size_t most = 256;

  template <typename T>
  static bool isIn(const std::vector<T> &list, const T &value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  }

  std::atomic<bool> isEmpty{true};
  std::mutex lock;
  std::vector<sycl::queue> queues;
  std::vector<std::shared_ptr<AsyncFailure>> failures;
  /// What failed work would use. SYCL tries to pass it on again whenever
  /// somebody waits for its event, so it may run after all. Events outlive
  /// their queue, and SYCL does not tell who has copies of one: this is kept as
  /// long as the process runs, however much it is.
  std::vector<std::vector<std::shared_ptr<void>>> kept;
};

FailureList &getFailures() {
  static auto *list = new FailureList;
  return *list;
}

} // namespace

void Entry::finish() {
  // The queue's handler of asynchronous errors is not asked to deal with them:
  // dpctl's queues have SYCL's own, which ends the process.
  try {
    waitFor(*submission.event, queue);
  } catch (const sycl::exception &exception) {
    failure->set(exception.what());
    getFailures().add(queue, failure, {owner, submission.temporaries});
  }
  keepAlive(queue);
  if (submission.errors && submission.errors->hasError()) {
    failure->set(submission.errors);
    getFailures().add(failure);
  }
}

/// Waits for the oldest entry where there are too many; drops the oldest ones
/// that are done; adds the new one.
void InFlightList::add(Entry entry) {
  // Given up without the lock, as in watch().
  std::vector<Entry> done;
  std::unique_lock<std::mutex> guard(lock);
  if (isDrained) {
    guard.unlock();
    return entry.finish();
  }
  // Where only so many launches may be unfinished, the oldest one makes room.
  size_t most = entry.most;
  auto isCounted = [&](const Entry &other) { return other.most <= most; };
  if (entries.size() >= most &&
      static_cast<size_t>(
          std::count_if(entries.begin(), entries.end(), isCounted)) >= most) {
    auto oldest = std::find_if(entries.begin(), entries.end(), isCounted);
    done.push_back(std::move(*oldest));
    entries.erase(oldest);
  }
  while (!entries.empty() && done.size() < 4 &&
         isDone(*entries.front().submission.event)) {
    done.push_back(std::move(entries.front()));
    entries.pop_front();
  }
  entries.push_back(std::move(entry));
  if (!watcher.joinable()) {
    process = getpid();
    watcher = std::thread([this] { watch(); });
  } else if (isIdle) {
    changed.notify_one();
  }
  guard.unlock();
  for (Entry &old : done)
    old.finish();
}

void InFlightList::watch() {
  std::unique_lock<std::mutex> guard(lock);
  while (true) {
    isIdle = entries.empty();
    changed.wait(guard, [&] { return !entries.empty() || isStopping; });
    isIdle = false;
    if (isStopping)
      return;
    changed.wait_for(guard, interval, [&] { return isStopping; });
    // Work that failed before it reached the device is never reported as done;
    // waiting for it tells.
    if (!entries.empty()) {
      std::optional<Entry> oldest = std::move(entries.front());
      entries.pop_front();
      numTaken = 1;
      guard.unlock();
      oldest->finish();
      // Given up without the lock: an owner may need a lock of its own for it.
      oldest.reset();
      guard.lock();
      numTaken = 0;
    }
    std::vector<Entry> done;
    for (auto entry = entries.begin(); entry != entries.end();) {
      if (isDone(*entry->submission.event)) {
        done.push_back(std::move(*entry));
        entry = entries.erase(entry);
      } else {
        ++entry;
      }
    }
    guard.unlock();
    for (Entry &old : done)
      old.finish();
    done.clear();
    guard.lock();
  }
}

InFlightFailures InFlightList::drain() {
  std::thread stopped;
  std::deque<Entry> rest;
  if (process != 0 && process != getpid())
    return {};
  {
    std::lock_guard<std::mutex> guard(lock);
    isStopping = isDrained = true;
    changed.notify_all();
    stopped = std::move(watcher);
    rest = std::move(entries);
    entries.clear();
  }
  if (stopped.joinable())
    stopped.join();
  for (Entry &entry : rest)
    entry.finish();
  return getFailures().take();
}

size_t InFlightList::size() {
  if (process != getpid())
    return 0;
  std::lock_guard<std::mutex> guard(lock);
  return entries.size() + numTaken;
}

void sa::runtime::keepInFlight(Submission submission, const sycl::queue &queue,
                               std::shared_ptr<void> owner,
                               std::shared_ptr<AsyncFailure> failure) {
  if (submission.event)
    getList().add(
        {std::move(submission), queue, std::move(owner), std::move(failure)});
}

bool sa::runtime::hasFailedInFlight(const sycl::queue &queue) {
  return getFailures().has(queue);
}

InFlightFailures sa::runtime::drainInFlight() { return getList().drain(); }

size_t sa::runtime::getNumInFlight() { return getList().size(); }
