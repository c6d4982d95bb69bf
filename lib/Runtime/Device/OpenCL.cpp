// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Device/OpenCL.h"

#include "sa/Runtime/Error.h"

#include <dlfcn.h>

using namespace sa::runtime;

void *sa::runtime::findOpenCLFunction(const char *name) {
  void *library = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_NOLOAD);
  void *symbol = library ? dlsym(library, name) : nullptr;
  if (library)
    dlclose(library);
  if (!symbol)
    throw Error(ErrorKind::Execution,
                std::string("OpenCL's function ") + name + " is not loaded");
  return symbol;
}

NativeContext sa::runtime::getNative(const sycl::context &context) {
  return {sycl::get_native<sycl::backend::opencl>(context),
          SA_OPENCL(clReleaseContext)};
}

NativeDevice sa::runtime::getNative(const sycl::device &device) {
  return {sycl::get_native<sycl::backend::opencl>(device),
          SA_OPENCL(clReleaseDevice)};
}

NativeKernel sa::runtime::getNative(const sycl::kernel &kernel) {
  return {sycl::get_native<sycl::backend::opencl>(kernel),
          SA_OPENCL(clReleaseKernel)};
}

NativeKernel sa::runtime::cloneKernel(const NativeKernel &kernel) {
  cl_int status = CL_SUCCESS;
  return {SA_OPENCL(clCloneKernel)(kernel.get(), &status),
          SA_OPENCL(clReleaseKernel)};
}

void *sa::runtime::findDriverFunction(const sycl::device &device,
                                      const char *name) {
  cl_platform_id platform = nullptr;
  queryDevice(device, CL_DEVICE_PLATFORM, platform);
  return SA_OPENCL(clGetExtensionFunctionAddressForPlatform)(platform, name);
}

std::string sa::runtime::explainBuildFailure(const sycl::context &context,
                                             const sycl::device &device,
                                             const std::string &module) {
  NativeContext nativeContext = getNative(context);
  NativeDevice nativeDevice = getNative(device);
  cl_device_id id = nativeDevice.get();
  cl_int status = CL_SUCCESS;
  cl_program program = SA_OPENCL(clCreateProgramWithIL)(
      nativeContext.get(), module.data(), module.size(), &status);
  if (!program)
    return "";
  SA_OPENCL(clBuildProgram)(program, 1, &id, nullptr, nullptr, nullptr);
  auto *getInfo = SA_OPENCL(clGetProgramBuildInfo);
  size_t size = 0;
  std::string log;
  if (getInfo(program, id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) ==
          CL_SUCCESS &&
      size > 1) {
    log.resize(size);
    getInfo(program, id, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    log.resize(size - 1);
  }
  SA_OPENCL(clReleaseProgram)(program);
  return log;
}
