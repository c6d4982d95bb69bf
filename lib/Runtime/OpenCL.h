// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The little that has to be asked of OpenCL, because SYCL has no name for it.

#ifndef SA_LIB_RUNTIME_OPENCL_H
#define SA_LIB_RUNTIME_OPENCL_H

#include <string>

#include <CL/cl.h>
#include <sycl/backend.hpp>
#include <sycl/context.hpp>
#include <sycl/device.hpp>

namespace sa::runtime {

/// The address of a function of the OpenCL library. Throws an Error when it is
/// not there. The SYCL runtime has loaded the library by the time there is an
/// OpenCL device; linking it as well could bring in a second one.
void *findOpenCLFunction(const char *name);

#define SA_OPENCL(function)                                                    \
  reinterpret_cast<decltype(&function)>(findOpenCLFunction(#function))

/// An OpenCL context, of which SYCL gives out a counted reference.
class NativeContext {
public:
  explicit NativeContext(const sycl::context &context);
  NativeContext(const NativeContext &) = delete;
  NativeContext &operator=(const NativeContext &) = delete;
  ~NativeContext() { release(handle); }

  cl_context get() const { return handle; }

private:
  cl_context handle;
  decltype(&clReleaseContext) release;
};

/// The same for a device.
class NativeDevice {
public:
  explicit NativeDevice(const sycl::device &device);
  NativeDevice(const NativeDevice &) = delete;
  NativeDevice &operator=(const NativeDevice &) = delete;
  ~NativeDevice() { release(handle); }

  cl_device_id get() const { return handle; }

private:
  cl_device_id handle;
  decltype(&clReleaseDevice) release;
};

/// Reads a property of an OpenCL device; false when the device has no such
/// property.
template <typename ValueT>
bool queryDevice(const sycl::device &device, cl_device_info what,
                 ValueT &value) {
  NativeDevice native(device);
  return SA_OPENCL(clGetDeviceInfo)(native.get(), what, sizeof(value), &value,
                                    nullptr) == CL_SUCCESS;
}

/// What an OpenCL driver says when it builds a SPIR-V module. SYCL reports only
/// that the build failed, so a failed build is done once more, to have a reason
/// to show. Empty when the driver says nothing.
std::string explainBuildFailure(const sycl::context &context,
                                const sycl::device &device,
                                const std::string &module);

} // namespace sa::runtime

#endif // SA_LIB_RUNTIME_OPENCL_H
