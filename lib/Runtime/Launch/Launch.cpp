// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/Launch.h"

#include "sa/Runtime/Device/AmpleStack.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Launch/InFlight.h"
#include "sa/Runtime/Launch/Profiling.h"
#include "sa/Runtime/Launch/Submitting.h"
#include "sa/Runtime/Vendor/IntelCPUQueues.h"

#include <mutex>

#include <sycl/handler.hpp>

using namespace sa::runtime;

namespace {

/// A call whose work is being submitted.
class Submitter {
public:
  /// `guard` holds the submission lock.
  Submitter(const Launchable &launchable, const ArgumentValues &values,
            const sycl::queue &queue, std::unique_lock<std::mutex> &guard)
      : manifest(*launchable.manifest), launchable(launchable),
        arguments(values), queue(queue), guard(guard) {}
  Submitter(const Submitter &) = delete;
  Submitter &operator=(const Submitter &) = delete;

  /// Submits the launches. `isIdle` says that the queue has nothing to do.
  Submission run(const std::vector<sycl::event> &depends, bool isIdle);

  /// Has the times of the kernels added to `call`, for a queue with profiling.
  void setTimes(TimedCall &call) { times = &call; }
  /// Adds the times of what was submitted, which has ended.
  void collectTimes();

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw Error(ErrorKind::Execution,
                "function '" + manifest.name + "': " + what);
  }

  void takeTemporaries();
  void submit(const ResolvedLaunch &launch);
  /// Submits the launches of loops of rounds.
  void runSteps();
  /// Waits for what was submitted, and returns whether an element is zero.
  bool isZero(const HostStep &step);
  void setOperands(sycl::handler &handler, const ResolvedLaunch &launch) const;
  void setOperand(sycl::handler &handler, int index,
                  const KernelOperand &operand) const;
  void abandon();

  const FunctionManifest &manifest;
  const Launchable &launchable;
  const ArgumentValues &arguments;
  sycl::queue queue;
  std::unique_lock<std::mutex> &guard;
  std::shared_ptr<Temporaries> temporaries;
  /// Where arrays are, if exchanges may move them.
  std::optional<ArrayPlaces> places;
  /// What is being launched, for messages.
  const ResolvedLaunch *current = nullptr;
  std::shared_ptr<ErrorRecord> errors;
  /// What the next command has to wait for, beside the order of the queue.
  std::vector<sycl::event> pending;
  /// The memory that is being zeroed for the first launch.
  std::vector<sycl::event> zeroed;
  /// Where times go, and what has not been asked for them yet.
  TimedCall *times = nullptr;
  std::vector<std::pair<const ResolvedLaunch *, sycl::event>> untimed;
};

template <int Rank> sycl::range<Rank> makeRange(const std::vector<size_t> &v) {
  if constexpr (Rank == 1)
    return {v[0]};
  else if constexpr (Rank == 2)
    return {v[0], v[1]};
  else
    return {v[0], v[1], v[2]};
}

template <int Rank>
void parallelFor(sycl::handler &handler, const ResolvedLaunch &launch,
                 const sycl::kernel &kernel) {
  if (launch.local)
    handler.parallel_for(sycl::nd_range<Rank>(makeRange<Rank>(launch.range),
                                              makeRange<Rank>(*launch.local)),
                         kernel);
  else
    handler.parallel_for(makeRange<Rank>(launch.range), kernel);
}

void setScalar(sycl::handler &handler, int index, const ScalarBits &scalar) {
  switch (scalar.size) {
  case 1:
    return handler.set_arg(index, static_cast<uint8_t>(scalar.bits));
  case 2:
    return handler.set_arg(index, static_cast<uint16_t>(scalar.bits));
  case 4:
    return handler.set_arg(index, static_cast<uint32_t>(scalar.bits));
  default:
    return handler.set_arg(index, scalar.bits);
  }
}

} // namespace

static std::shared_ptr<Temporaries>
takeTemporaries(const Launchable &launchable, const sycl::queue &queue,
                TemporaryPool::Use use) {
  const std::vector<int64_t> &sizes = launchable.launches->temporaryBytes;
  if (sizes.empty() || launchable.launches->launches.empty())
    return nullptr;
  std::shared_ptr<Temporaries> temporaries =
      TemporaryPool::get().take(queue, sizes, use);
  size_t numTaken = temporaries->memory.size();
  if (numTaken == sizes.size())
    return temporaries;
  throw Error(ErrorKind::Allocation,
              "function '" + launchable.manifest->name +
                  "': the device has no memory for temporary '" +
                  launchable.manifest->temporaries[numTaken].name + "' of " +
                  std::to_string(sizes[numTaken]) + " bytes");
}

void Submitter::takeTemporaries() {
  temporaries =
      ::takeTemporaries(launchable, queue, TemporaryPool::Use::Ordered);
  if (!temporaries)
    return;
  const std::vector<int64_t> &sizes = launchable.launches->temporaryBytes;
  for (size_t i = 0; i != sizes.size(); ++i)
    if (sizes[i] != 0 && !manifest.temporaries[i].isUninitialized)
      zeroed.push_back(
          queue.memset(temporaries->memory[i], 0, sizes[i], pending));
  // What is zeroed waits for the same events, unless there was nothing to zero.
  if (!zeroed.empty())
    pending = zeroed;
}

void Submitter::setOperand(sycl::handler &handler, int index,
                           const KernelOperand &operand) const {
  if (operand.kind == KernelOperand::Kind::Temporary)
    return handler.set_arg(index, places
                                      ? places->get(operand)
                                      : temporaries->memory[operand.position]);
  if (operand.kind == KernelOperand::Kind::ErrorRecord)
    return handler.set_arg(index, errors->getMemory());
  if (operand.kind == KernelOperand::Kind::Constant) {
    const void *place =
        launchable.constants + manifest.constants[operand.position].offset;
    return handler.set_arg(index, place);
  }
  const auto &value = arguments[operand.position];
  if (const auto *scalar = std::get_if<ScalarBits>(&value))
    return setScalar(handler, index, *scalar);
  handler.set_arg(index,
                  places ? places->get(operand) : std::get<void *>(value));
}

void Submitter::setOperands(sycl::handler &handler,
                            const ResolvedLaunch &launch) const {
  int index = 0;
  auto size = launch.sizes.begin();
  for (const KernelOperand &operand :
       manifest.launches[launch.position].operands) {
    if (operand.kind == KernelOperand::Kind::Size)
      handler.set_arg(index, *size++);
    else
      setOperand(handler, index, operand);
    ++index;
  }
}

void Submitter::submit(const ResolvedLaunch &launch) {
  current = &launch;
  const sycl::kernel &kernel = launchable.kernels->kernels[launch.position];
  sycl::event event = queue.submit([&](sycl::handler &handler) {
    handler.depends_on(pending);
    setOperands(handler, launch);
    if (launch.range.size() == 1)
      parallelFor<1>(handler, launch, kernel);
    else if (launch.range.size() == 2)
      parallelFor<2>(handler, launch, kernel);
    else
      parallelFor<3>(handler, launch, kernel);
  });
  if (times) {
    // Events of thousands of launches would be kept.
    constexpr size_t mostUntimed = 1024;
    untimed.emplace_back(&launch, event);
    if (untimed.size() == mostUntimed) {
      waitFor(event, queue);
      collectTimes();
    }
  }
  pending.clear();
  pending.push_back(std::move(event));
}

void Submitter::collectTimes() {
  namespace profiling = sycl::info::event_profiling;
  for (auto &[launch, event] : untimed) {
    TimedLaunch timed;
    timed.function = manifest.name;
    timed.kernel = manifest.launches[launch->position].kernel;
    timed.range = launch->range;
    timed.local = launch->local;
    timed.sizes = launch->sizes;
    timed.start = event.get_profiling_info<profiling::command_start>();
    timed.end = event.get_profiling_info<profiling::command_end>();
    times->launches.push_back(std::move(timed));
  }
  untimed.clear();
}

bool Submitter::isZero(const HostStep &step) {
  uint64_t element = 0;
  const char *place =
      static_cast<const char *>(places->get(step.first)) + step.offset;
  sycl::event event = queue.memcpy(&element, place, step.bytes, pending);
  // Other threads may use the queue while this one waits for it.
  pending.clear();
  guard.unlock();
  try {
    waitFor(event, queue);
  } catch (...) {
    guard.lock();
    throw;
  }
  guard.lock();
  return element == 0;
}

void Submitter::runSteps() {
  places.emplace(arguments, temporaries.get());
  HostStepRunner runner(
      *places,
      [&](size_t position) { submit(launchable.launches->launches[position]); },
      [&](const HostStep &step) { return isZero(step); });
  runner.run(launchable.launches->steps);
}

/// Waits for what was submitted before a call failed.
void Submitter::abandon() {
  // The failure that ended the call is already on its way.
  for (std::vector<sycl::event> *events : {&zeroed, &pending})
    for (sycl::event &event : *events)
      try {
        waitFor(event, queue);
      } catch (const sycl::exception &) {
      }
}

Submission Submitter::run(const std::vector<sycl::event> &depends,
                          bool isIdle) {
  try {
    pending = depends;
    // Others' commands on an out-of-order queue are not ours to know one by
    // one; a barrier stands for all of them.
    if (!isIdle && !queue.is_in_order())
      pending.push_back(queue.ext_oneapi_submit_barrier());
    takeTemporaries();
    if (!launchable.launches->launches.empty())
      errors = ErrorRecord::create(manifest, queue);
    if (!launchable.launches->steps.empty())
      runSteps();
    else
      for (const ResolvedLaunch &next : launchable.launches->launches)
        submit(next);
    // Without a launch these may be several.
    if (pending.size() > 1)
      pending = {queue.ext_oneapi_submit_barrier(pending)};
  } catch (const sycl::exception &exception) {
    abandon();
    fail((current
              ? "kernel '" + manifest.launches[current->position].kernel + "'"
              : std::string("the launch")) +
         " failed: " + exception.what() +
         (hasFailedInFlight(queue)
              ? "; earlier work on this queue has failed, which leaves it "
                "unusable: make another one"
              : ""));
  } catch (...) {
    // Whatever it was, kernels on their way use the temporaries.
    abandon();
    throw;
  }
  Submission submission;
  if (!pending.empty())
    submission.event = std::move(pending.front());
  submission.temporaries = std::move(temporaries);
  submission.errors = std::move(errors);
  return submission;
}

/// Runs the launches on a queue with profiling, and adds their times to
/// `profile`.
static void launchTimed(const Launchable &launchable,
                        const ArgumentValues &values, const sycl::queue &queue,
                        Profile &profile) {
  TimedCall call;
  call.begin = stamp(queue);
  try {
    sycl::queue timed = getProfilingQueue(queue);
    std::unique_lock<std::mutex> guard(getSubmissionLock());
    Submitter submitter(launchable, values, timed, guard);
    submitter.setTimes(call);
    Submission submission = submitter.run(/*depends=*/{}, /*isIdle=*/true);
    guard.unlock();
    if (submission.event)
      waitFor(*submission.event, timed);
    submitter.collectTimes();
    keepAlive(timed);
    if (submission.errors)
      submission.errors->raise();
  } catch (const sycl::exception &exception) {
    throw Error(ErrorKind::Execution,
                "function '" + launchable.manifest->name +
                    "': the work on the device failed: " + exception.what());
  }
  call.end = stamp(queue);
  profile.add(std::move(call));
}

static void launchAndWaitHere(const Launchable &launchable,
                              const ArgumentValues &values,
                              const sycl::queue &queue) {
  std::unique_lock<std::mutex> guard(getSubmissionLock());
  bool idle = isIdle(queue);
  const ResolvedLaunches &launches = *launchable.launches;
  NativeKernels *native = launchable.kernels->native.get();
  // Memory that failed work has may still be written.
  if (idle && native && !hasFailedInFlight(queue)) {
    std::shared_ptr<Temporaries> temporaries =
        takeTemporaries(launchable, queue, TemporaryPool::Use::Exclusive);
    guard.unlock();
    std::shared_ptr<ErrorRecord> errors =
        ErrorRecord::create(*launchable.manifest, queue);
    if (native->run(*launchable.manifest, launches, values,
                    launchable.constants, temporaries.get(), errors.get())) {
      if (errors)
        errors->raise();
      return;
    }
    guard.lock();
  }
  Submission submission =
      Submitter(launchable, values, queue, guard).run(/*depends=*/{}, idle);
  guard.unlock();
  if (!submission.event)
    return;
  try {
    waitFor(*submission.event, queue);
  } catch (const sycl::exception &exception) {
    throw Error(ErrorKind::Execution,
                "function '" + launchable.manifest->name +
                    "': the work on the device failed: " + exception.what());
  }
  keepAlive(queue);
  if (submission.errors)
    submission.errors->raise();
}

void sa::runtime::launchAndWait(const Launchable &launchable,
                                const ArgumentValues &values,
                                const sycl::queue &queue) {
  if (Profile *profile = Profile::getCurrent())
    return withStack(launchable.kernels->stack,
                     [&] { launchTimed(launchable, values, queue, *profile); });
  withStack(launchable.kernels->stack,
            [&] { launchAndWaitHere(launchable, values, queue); });
}

static Submission launchAsyncHere(const Launchable &launchable,
                                  const ArgumentValues &values,
                                  const sycl::queue &queue,
                                  const std::vector<sycl::event> &depends) {
  std::unique_lock<std::mutex> guard(getSubmissionLock());
  Submission submission =
      Submitter(launchable, values, queue, guard).run(depends, isIdle(queue));
  if (!submission.event)
    return submission;
  try {
    if (!queue.is_in_order())
      sycl::queue(queue).ext_oneapi_submit_barrier({*submission.event});
  } catch (const sycl::exception &exception) {
    waitFor(*submission.event, queue);
    throw Error(ErrorKind::Execution,
                "function '" + launchable.manifest->name +
                    "': the launch failed: " + exception.what());
  }
  return submission;
}

Submission sa::runtime::launchAsync(const Launchable &launchable,
                                    const ArgumentValues &values,
                                    const sycl::queue &queue,
                                    const std::vector<sycl::event> &depends) {
  if (Profile *profile = Profile::getCurrent()) {
    withStack(launchable.kernels->stack, [&] {
      for (sycl::event event : depends)
        waitFor(event, queue);
      launchTimed(launchable, values, queue, *profile);
    });
    return {};
  }
  auto launch = [&] {
    return launchAsyncHere(launchable, values, queue, depends);
  };
  if (hasStack(launchable.kernels->stack))
    return launch();
  // The caller may wait for the event, which would run the kernels on the stack
  // of the caller. So they are done when it gets the event.
  Submission submission;
  runOnNewThread([&] {
    submission = launch();
    if (!submission.event)
      return;
    try {
      waitFor(*submission.event, queue);
    } catch (const sycl::exception &) {
      // Told by whoever waits next.
    }
  });
  return submission;
}
