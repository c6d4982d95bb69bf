// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The little that has to be asked of OpenCL, because SYCL has no name for it.

#ifndef SA_RUNTIME_DEVICE_OPENCL_H
#define SA_RUNTIME_DEVICE_OPENCL_H

#include <memory>
#include <string>

#include <CL/cl.h>
#include <sycl/backend.hpp>
#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/kernel.hpp>

namespace sa::runtime {

/// The address of a function of the OpenCL library. Throws an Error when it is
/// not there. The SYCL runtime has loaded the library by the time there is an
/// OpenCL device; linking it as well could bring in a second one.
void *findOpenCLFunction(const char *name);

#define SA_OPENCL(function)                                                    \
  reinterpret_cast<decltype(&function)>(findOpenCLFunction(#function))

/// The address of a function that only the driver of the device knows; null
/// when it has no such function.
void *findDriverFunction(const sycl::device &device, const char *name);

#define SA_OPENCL_DRIVER(device, function)                                     \
  reinterpret_cast<function##_fn>(findDriverFunction(device, #function))

/// SYCL gives out counted references to its OpenCL objects.
using NativeContext = std::unique_ptr<_cl_context, decltype(&clReleaseContext)>;
using NativeDevice = std::unique_ptr<_cl_device_id, decltype(&clReleaseDevice)>;
using NativeKernel = std::unique_ptr<_cl_kernel, decltype(&clReleaseKernel)>;

NativeContext getNative(const sycl::context &context);
NativeDevice getNative(const sycl::device &device);
NativeKernel getNative(const sycl::kernel &kernel);

/// A kernel of the same function, whose arguments nobody else sets. Null when
/// the driver cannot do that.
NativeKernel cloneKernel(const NativeKernel &kernel);

/// Reads a property of an OpenCL device; false when the device has no such
/// property.
template <typename ValueT>
bool queryDevice(const sycl::device &device, cl_device_info what,
                 ValueT &value) {
  NativeDevice native = getNative(device);
  return SA_OPENCL(clGetDeviceInfo)(native.get(), what, sizeof(value), &value,
                                    nullptr) == CL_SUCCESS;
}

/// Reads a property of an OpenCL kernel on a device; false when there is no
/// such property.
template <typename ValueT>
bool queryKernel(const NativeKernel &kernel, const NativeDevice &device,
                 cl_kernel_work_group_info what, ValueT &value) {
  return SA_OPENCL(clGetKernelWorkGroupInfo)(kernel.get(), device.get(), what,
                                             sizeof(value), &value,
                                             nullptr) == CL_SUCCESS;
}

/// What an OpenCL driver says when it builds a SPIR-V module. SYCL reports only
/// that the build failed, so a failed build is done once more, to have a reason
/// to show. Empty when the driver says nothing.
std::string explainBuildFailure(const sycl::context &context,
                                const sycl::device &device,
                                const std::string &module);

} // namespace sa::runtime

#endif // SA_RUNTIME_DEVICE_OPENCL_H
