// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/GroupLimits.h"

#include "sa/Runtime/Checks/CheckedMath.h"
#include "sa/Runtime/Device/OpenCL.h"
#include "sa/Runtime/Error.h"

#include <algorithm>

using namespace sa::runtime;

/// A work-group as people read it: the slowest dimension first.
static std::string describe(const std::array<size_t, 3> &group) {
  return std::to_string(group[2]) + " by " + std::to_string(group[1]) + " by " +
         std::to_string(group[0]);
}

std::optional<std::string>
GroupLimits::findViolation(const std::vector<size_t> &group) const {
  std::array<size_t, 3> sizes = {1, 1, 1};
  std::reverse_copy(group.begin(), group.end(), sizes.begin());
  std::optional<int64_t> items = 1;
  for (size_t size : sizes)
    items = items ? checkedMul(*items, static_cast<int64_t>(size)) : items;
  if (!items || static_cast<size_t>(*items) > mostItems)
    return "has work-groups of " +
           (items ? std::to_string(*items) : std::string("too many")) +
           " work-items, and the device runs at most " +
           std::to_string(mostItems);
  for (size_t d = 0; d != sizes.size(); ++d)
    if (sizes[d] > mostAlong[d])
      return "has work-groups of " + describe(sizes) +
             " work-items, and the device runs at most " + describe(mostAlong);
  if (only[0] != 0 && sizes != only)
    return "has work-groups of " + describe(sizes) +
           " work-items, and was compiled for " + describe(only);
  return std::nullopt;
}

/// What SYCL does not tell of, or in an order of its own.
static void askOpenCL(const std::string &name, const sycl::kernel &kernel,
                      const sycl::device &device, GroupLimits &limits) {
  NativeKernel nativeKernel = getNative(kernel);
  NativeDevice nativeDevice = getNative(device);
  queryDevice(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, limits.mostAlong);
  queryKernel(nativeKernel, nativeDevice, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
              limits.only);
  cl_ulong needed = 0, available = 0;
  if (queryKernel(nativeKernel, nativeDevice, CL_KERNEL_LOCAL_MEM_SIZE,
                  needed) &&
      queryDevice(device, CL_DEVICE_LOCAL_MEM_SIZE, available) &&
      needed > available)
    throw Error(ErrorKind::Execution,
                "kernel '" + name + "' needs " + std::to_string(needed) +
                    " bytes of local memory, and the device has " +
                    std::to_string(available));
}

GroupLimits sa::runtime::findGroupLimits(const std::string &name,
                                         const sycl::kernel &kernel,
                                         const sycl::device &device) {
  using GroupSize = sycl::info::kernel_device_specific::work_group_size;
  GroupLimits limits;
  limits.mostItems = kernel.get_info<GroupSize>(device);
  if (device.get_backend() == sycl::backend::opencl)
    askOpenCL(name, kernel, device, limits);
  return limits;
}
