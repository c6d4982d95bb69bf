// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/NativeLaunch.h"

#include "OpenCL.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Launch.h"

#include <algorithm>

#include <CL/cl_ext.h>

using namespace sa::runtime;

namespace {

using NativeKernel = std::unique_ptr<_cl_kernel, decltype(&clReleaseKernel)>;
using NativeQueue =
    std::unique_ptr<_cl_command_queue, decltype(&clReleaseCommandQueue)>;

void check(cl_int status, const std::string &what) {
  if (status != CL_SUCCESS)
    throw Error(ErrorKind::Execution,
                what + " failed: OpenCL's error " + std::to_string(status));
}

[[noreturn]] void fail(const FunctionPlan &plan, const std::string &what,
                       cl_int status) {
  throw Error(ErrorKind::Execution, "function '" + plan.name + "': " + what +
                                        " failed: OpenCL's error " +
                                        std::to_string(status));
}

} // namespace

/// OpenCL's functions, and the objects that lanes are made from.
struct NativeKernels::Interface {
  explicit Interface(const Target &target)
      : context(getNative(target.getContext())),
        device(getNative(target.getDevice())) {
    cl_platform_id platform = nullptr;
    queryDevice(target.getDevice(), CL_DEVICE_PLATFORM, platform);
    setPointer = reinterpret_cast<clSetKernelArgMemPointerINTEL_fn>(
        SA_OPENCL(clGetExtensionFunctionAddressForPlatform)(
            platform, "clSetKernelArgMemPointerINTEL"));
  }

  NativeContext context;
  NativeDevice device;
  std::vector<NativeKernel> kernels;
  clSetKernelArgMemPointerINTEL_fn setPointer = nullptr;
  decltype(&clSetKernelArg) setArgument = SA_OPENCL(clSetKernelArg);
  decltype(&clEnqueueNDRangeKernel) enqueue = SA_OPENCL(clEnqueueNDRangeKernel);
  decltype(&clWaitForEvents) wait = SA_OPENCL(clWaitForEvents);
  decltype(&clReleaseEvent) releaseEvent = SA_OPENCL(clReleaseEvent);
  decltype(&clFinish) finish = SA_OPENCL(clFinish);
  decltype(&clCloneKernel) clone = SA_OPENCL(clCloneKernel);
  decltype(&clReleaseKernel) releaseKernel = SA_OPENCL(clReleaseKernel);
};

/// What one thread launches with: an in-order queue, and kernels whose
/// arguments nobody else sets.
struct NativeKernels::Lane {
  NativeQueue queue;
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
    for (const sycl::kernel &kernel : kernels)
      made->opencl->kernels.emplace_back(
          sycl::get_native<sycl::backend::opencl>(kernel),
          made->opencl->releaseKernel);
    if (!made->opencl->setPointer)
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
  cl_command_queue queue = SA_OPENCL(clCreateCommandQueueWithProperties)(
      opencl->context.get(), opencl->device.get(), nullptr, &status);
  check(status, "making a queue");
  std::unique_ptr<Lane> lane(
      new Lane{{queue, SA_OPENCL(clReleaseCommandQueue)}, {}});
  for (const NativeKernel &kernel : opencl->kernels) {
    cl_kernel copy = opencl->clone(kernel.get(), &status);
    check(status, "copying a kernel");
    lane->kernels.emplace_back(copy, opencl->releaseKernel);
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

/// Submits everything; the event of the last launch is what is waited for.
bool NativeKernels::submit(Lane &lane, const FunctionPlan &plan,
                           const LaunchPlan &launches,
                           const ArgumentValues &values,
                           const char *constants) const {
  auto setPointer = [&](cl_kernel kernel, unsigned index, const void *pointer) {
    return opencl->setPointer(kernel, index, pointer);
  };
  for (const PlannedStep &step : launches.steps) {
    cl_kernel kernel = lane.kernels[step.step].get();
    auto size = step.sizes.begin();
    unsigned index = 0;
    cl_int status = CL_SUCCESS;
    for (const KernelOperand &operand : plan.steps[step.step].operands) {
      if (operand.kind == KernelOperand::Kind::Size) {
        int64_t value = *size++;
        status |= opencl->setArgument(kernel, index, sizeof(value), &value);
      } else if (operand.kind == KernelOperand::Kind::Constant) {
        status |= setPointer(
            kernel, index, constants + plan.constants[operand.position].offset);
      } else if (const auto *scalar =
                     std::get_if<ScalarBits>(&values[operand.position])) {
        // The lowest bytes come first.
        status |=
            opencl->setArgument(kernel, index, scalar->size, &scalar->bits);
      } else {
        status |= setPointer(kernel, index,
                             std::get<void *>(values[operand.position]));
      }
      ++index;
    }
    // OpenCL's first dimension is the fastest, the runtime's is the slowest.
    size_t rank = step.range.size();
    size_t global[3], local[3];
    std::reverse_copy(step.range.begin(), step.range.end(), global);
    if (step.local)
      std::reverse_copy(step.local->begin(), step.local->end(), local);
    bool isLast = &step == &launches.steps.back();
    cl_event done = nullptr;
    if (status == CL_SUCCESS)
      status = opencl->enqueue(lane.queue.get(), kernel, rank, nullptr, global,
                               step.local ? local : nullptr, 0, nullptr,
                               isLast ? &done : nullptr);
    if (status != CL_SUCCESS) {
      if (&step == &launches.steps.front())
        return false;
      opencl->finish(lane.queue.get());
      fail(plan, "kernel '" + plan.steps[step.step].kernel + "'", status);
    }
    if (!isLast)
      continue;
    status = opencl->wait(1, &done);
    opencl->releaseEvent(done);
    if (status != CL_SUCCESS)
      fail(plan, "the work on the device", status);
  }
  return true;
}

bool NativeKernels::run(const FunctionPlan &plan, const LaunchPlan &launches,
                        const ArgumentValues &values, const char *constants) {
  std::unique_ptr<Lane> lane = takeLane();
  bool ran = submit(*lane, plan, launches, values, constants);
  std::lock_guard<std::mutex> guard(lock);
  lanes.push_back(std::move(lane));
  return ran;
}
