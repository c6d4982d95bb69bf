// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/NativeLaunch.h"

#include "sa/Runtime/Device/OpenCL.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Launch/Launch.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

#include <CL/cl_ext.h>

using namespace sa::runtime;

namespace {

/// The stack that the work-items of a group may need on a caller's thread,
/// whose stack may be a small one.
constexpr size_t largestStack = 16 * 1024;

using NativeQueue =
    std::unique_ptr<_cl_command_queue, decltype(&clReleaseCommandQueue)>;

/// The number of work-items of a launch that has only one work-group; nothing
/// when it may have several.
std::optional<size_t> getOnlyGroup(const ResolvedLaunch &launch) {
  auto count = [](const std::vector<size_t> &sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), size_t(1),
                           std::multiplies<>());
  };
  if (launch.local ? *launch.local == launch.range : count(launch.range) == 1)
    return count(launch.range);
  return std::nullopt;
}

void check(cl_int status, const std::string &what) {
  if (status != CL_SUCCESS)
    throw Error(ErrorKind::Execution,
                what + " failed: OpenCL's error " + std::to_string(status));
}

[[noreturn]] void fail(const FunctionManifest &manifest,
                       const std::string &what, cl_int status) {
  throw Error(ErrorKind::Execution,
              "function '" + manifest.name + "': " + what +
                  " failed: OpenCL's error " + std::to_string(status));
}

} // namespace

/// OpenCL's functions, and the objects that lanes are made from.
struct NativeKernels::Interface {
  explicit Interface(const Target &target)
      : context(getNative(target.getContext())),
        device(getNative(target.getDevice())),
        setPointer(SA_OPENCL_DRIVER(target.getDevice(),
                                    clSetKernelArgMemPointerINTEL)),
        fill(SA_OPENCL_DRIVER(target.getDevice(), clEnqueueMemFillINTEL)),
        copy(SA_OPENCL_DRIVER(target.getDevice(), clEnqueueMemcpyINTEL)) {}

  NativeQueue makeQueue(cl_queue_properties properties, cl_int &status) const {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    cl_command_queue queue = SA_OPENCL(clCreateCommandQueueWithProperties)(
        context.get(), device.get(), list, &status);
    return {queue, SA_OPENCL(clReleaseCommandQueue)};
  }

  NativeContext context;
  NativeDevice device;
  clSetKernelArgMemPointerINTEL_fn setPointer;
  clEnqueueMemFillINTEL_fn fill;
  clEnqueueMemcpyINTEL_fn copy;
  std::vector<NativeKernel> kernels;
  /// The bytes that a work-item of each kernel keeps on the stack.
  std::vector<size_t> stacks;
  decltype(&clSetKernelArg) setArgument = SA_OPENCL(clSetKernelArg);
  decltype(&clEnqueueNDRangeKernel) enqueue = SA_OPENCL(clEnqueueNDRangeKernel);
  decltype(&clWaitForEvents) wait = SA_OPENCL(clWaitForEvents);
  decltype(&clReleaseEvent) releaseEvent = SA_OPENCL(clReleaseEvent);
  decltype(&clFinish) finish = SA_OPENCL(clFinish);
};

/// What one thread launches with: in-order queues, and kernels whose arguments
/// nobody else sets.
struct NativeKernels::Lane {
  /// Work-groups run on the driver's threads.
  NativeQueue queue;
  /// They run on the thread that launches. Null when the driver has no such
  /// queues.
  NativeQueue hereQueue;
  std::vector<NativeKernel> kernels;
};

NativeKernels::NativeKernels() = default;
NativeKernels::~NativeKernels() = default;

std::unique_ptr<NativeKernels>
NativeKernels::create(Target &target,
                      const std::vector<sycl::kernel> &kernels) {
  if (target.getContext().get_backend() != sycl::backend::opencl ||
      !target.getDevice().is_cpu())
    return nullptr;
  std::unique_ptr<NativeKernels> made(new NativeKernels);
  try {
    made->opencl = std::make_unique<Interface>(target);
    for (const sycl::kernel &kernel : kernels) {
      NativeKernel native = getNative(kernel);
      cl_ulong stack = 0;
      if (!queryKernel(native, made->opencl->device, CL_KERNEL_PRIVATE_MEM_SIZE,
                       stack))
        return nullptr;
      made->opencl->kernels.push_back(std::move(native));
      made->opencl->stacks.push_back(stack);
    }
    if (!made->opencl->setPointer || !made->opencl->fill || !made->opencl->copy)
      return nullptr;
    made->lanes.push_back(made->makeLane());
  } catch (const Error &) {
    // A driver may lack any of this; SYCL's way remains.
    return nullptr;
  }
  return made;
}

std::unique_ptr<NativeKernels::Lane> NativeKernels::makeLane() const {
  cl_int status = CL_SUCCESS;
  NativeQueue queue = opencl->makeQueue(/*properties=*/0, status);
  check(status, "making a queue");
  // A driver without such queues refuses this one, and it stays null.
  NativeQueue hereQueue =
      opencl->makeQueue(CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL, status);
  std::unique_ptr<Lane> lane(
      new Lane{std::move(queue), std::move(hereQueue), {}});
  for (const NativeKernel &kernel : opencl->kernels) {
    NativeKernel copy = cloneKernel(kernel);
    if (!copy)
      throw Error(ErrorKind::Execution, "copying a kernel failed");
    lane->kernels.push_back(std::move(copy));
  }
  return lane;
}

std::unique_ptr<NativeKernels::Lane> NativeKernels::takeLane() {
  {
    std::lock_guard<std::mutex> guard(lock);
    if (!lanes.empty()) {
      std::unique_ptr<Lane> lane = std::move(lanes.back());
      lanes.pop_back();
      return lane;
    }
  }
  return makeLane();
}

/// True when the thread of the caller runs the launches as fast as those of the
/// driver would: no work-groups could share the work, and none has to be woken.
bool NativeKernels::canRunHere(const ResolvedLaunches &launches) const {
  return std::all_of(
      launches.launches.begin(), launches.launches.end(),
      [&](const ResolvedLaunch &launch) {
        std::optional<size_t> items = getOnlyGroup(launch);
        return items &&
               *items <= largestStack / std::max<size_t>(
                                            opencl->stacks[launch.position], 1);
      });
}

/// Submits commands that clear the temporaries whose first values the program
/// can read. Waits, and returns false, when the driver refuses one.
bool NativeKernels::clear(cl_command_queue queue,
                          const FunctionManifest &manifest,
                          const ResolvedLaunches &launches,
                          const Temporaries &temporaries) const {
  for (size_t i = 0; i != launches.temporaryBytes.size(); ++i) {
    const int64_t bytes = launches.temporaryBytes[i];
    const char zero = 0;
    if (bytes == 0 || manifest.temporaries[i].isUninitialized)
      continue;
    if (opencl->fill(queue, temporaries.memory[i], &zero, sizeof(zero), bytes,
                     0, nullptr, nullptr) == CL_SUCCESS)
      continue;
    opencl->finish(queue);
    return false;
  }
  return true;
}

/// The launches of one call, on one lane.
class NativeKernels::Call {
public:
  Call(const Interface &opencl, const Lane &lane, cl_command_queue queue,
       const FunctionManifest &manifest, const ArgumentValues &values,
       const char *constants, const Temporaries *temporaries,
       const ErrorRecord *errors)
      : opencl(opencl), lane(lane), queue(queue), manifest(manifest),
        values(values), constants(constants), temporaries(temporaries),
        errors(errors) {}

  /// Submits a launch; `done` becomes its event unless it is null. Returns
  /// false if OpenCL refuses the first one.
  bool submit(const ResolvedLaunch &launch, cl_event *done);
  /// Submits the launches of loops of rounds and waits for them.
  bool runSteps(const ResolvedLaunches &launches);

private:
  /// Sets the arguments of a kernel. Returns OpenCL's error.
  cl_int setOperands(cl_kernel kernel, const ResolvedLaunch &launch) const;
  bool isZero(const HostStep &step) const;
  void finish() const {
    cl_int status = opencl.finish(queue);
    if (status != CL_SUCCESS)
      fail(manifest, "the work on the device", status);
  }

  const Interface &opencl;
  const Lane &lane;
  cl_command_queue queue;
  const FunctionManifest &manifest;
  const ArgumentValues &values;
  const char *constants;
  const Temporaries *temporaries;
  const ErrorRecord *errors;
  /// Where arrays are, if exchanges may move them.
  std::optional<ArrayPlaces> places;
  size_t numSubmitted = 0;
};

cl_int NativeKernels::Call::setOperands(cl_kernel kernel,
                                        const ResolvedLaunch &launch) const {
  auto size = launch.sizes.begin();
  unsigned index = 0;
  cl_int status = CL_SUCCESS;
  auto setPointer = [&](const void *pointer) {
    status |= opencl.setPointer(kernel, index, pointer);
  };
  for (const KernelOperand &operand :
       manifest.launches[launch.position].operands) {
    if (operand.kind == KernelOperand::Kind::Size) {
      int64_t value = *size++;
      status |= opencl.setArgument(kernel, index, sizeof(value), &value);
    } else if (operand.kind == KernelOperand::Kind::Constant) {
      setPointer(constants + manifest.constants[operand.position].offset);
    } else if (operand.kind == KernelOperand::Kind::Temporary) {
      setPointer(places ? places->get(operand)
                        : temporaries->memory[operand.position]);
    } else if (operand.kind == KernelOperand::Kind::ErrorRecord) {
      setPointer(errors->getMemory());
    } else if (const auto *scalar =
                   std::get_if<ScalarBits>(&values[operand.position])) {
      // The lowest bytes come first.
      status |= opencl.setArgument(kernel, index, scalar->size, &scalar->bits);
    } else {
      setPointer(places ? places->get(operand)
                        : std::get<void *>(values[operand.position]));
    }
    ++index;
  }
  return status;
}

bool NativeKernels::Call::submit(const ResolvedLaunch &launch, cl_event *done) {
  cl_kernel kernel = lane.kernels[launch.position].get();
  cl_int status = setOperands(kernel, launch);
  // OpenCL's first dimension is the fastest, the runtime's is the slowest.
  size_t rank = launch.range.size();
  size_t global[3], local[3];
  std::reverse_copy(launch.range.begin(), launch.range.end(), global);
  if (launch.local)
    std::reverse_copy(launch.local->begin(), launch.local->end(), local);
  if (status == CL_SUCCESS)
    status = opencl.enqueue(queue, kernel, rank, nullptr, global,
                            launch.local ? local : nullptr, 0, nullptr, done);
  if (status == CL_SUCCESS) {
    ++numSubmitted;
    return true;
  }
  opencl.finish(queue);
  if (numSubmitted == 0)
    return false;
  fail(manifest, "kernel '" + manifest.launches[launch.position].kernel + "'",
       status);
}

bool NativeKernels::Call::isZero(const HostStep &step) const {
  uint64_t element = 0;
  const char *place =
      static_cast<const char *>(places->get(step.first)) + step.offset;
  cl_int status = opencl.copy(queue, /*blocking=*/CL_TRUE, &element, place,
                              step.bytes, 0, nullptr, nullptr);
  if (status != CL_SUCCESS)
    fail(manifest, "reading the element that ends a loop", status);
  return element == 0;
}

namespace {
/// Ends the steps of a call whose first launch OpenCL refuses.
struct Refused {};
} // namespace

bool NativeKernels::Call::runSteps(const ResolvedLaunches &launches) {
  // The driver keeps what is submitted until it has run.
  constexpr size_t mostWaiting = 4096;
  places.emplace(values, temporaries);
  HostStepRunner runner(
      *places,
      [&](size_t position) {
        if (!submit(launches.launches[position], nullptr))
          throw Refused();
        if (numSubmitted % mostWaiting == 0)
          finish();
      },
      [&](const HostStep &step) { return isZero(step); });
  try {
    runner.run(launches.steps);
  } catch (const Refused &) {
    return false;
  }
  finish();
  return true;
}

/// Submits everything; the event of the last launch is what is waited for.
bool NativeKernels::submit(Lane &lane, const FunctionManifest &manifest,
                           const ResolvedLaunches &launches,
                           const ArgumentValues &values, const char *constants,
                           const Temporaries *temporaries,
                           const ErrorRecord *errors) const {
  bool isHere = lane.hereQueue && canRunHere(launches);
  cl_command_queue queue = isHere ? lane.hereQueue.get() : lane.queue.get();
  if (temporaries && !clear(queue, manifest, launches, *temporaries))
    return false;
  Call call(*opencl, lane, queue, manifest, values, constants, temporaries,
            errors);
  if (!launches.steps.empty())
    return call.runSteps(launches);
  for (const ResolvedLaunch &launch : launches.launches) {
    // What runs here is done when this returns.
    bool isWaitedFor = !isHere && &launch == &launches.launches.back();
    cl_event done = nullptr;
    if (!call.submit(launch, isWaitedFor ? &done : nullptr))
      return false;
    if (!isWaitedFor)
      continue;
    cl_int status = opencl->wait(1, &done);
    opencl->releaseEvent(done);
    if (status != CL_SUCCESS)
      fail(manifest, "the work on the device", status);
  }
  return true;
}

bool NativeKernels::run(const FunctionManifest &manifest,
                        const ResolvedLaunches &launches,
                        const ArgumentValues &values, const char *constants,
                        const Temporaries *temporaries,
                        const ErrorRecord *errors) {
  std::unique_ptr<Lane> lane = takeLane();
  bool ran =
      submit(*lane, manifest, launches, values, constants, temporaries, errors);
  std::lock_guard<std::mutex> guard(lock);
  lanes.push_back(std::move(lane));
  return ran;
}
