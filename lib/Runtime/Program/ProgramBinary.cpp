// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramBinary.h"

#include "sa/Runtime/Error.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>

#include <sycl/version.hpp>
#include <unistd.h>

using namespace sa::runtime;

namespace {

/// Texts of any content, one after the other, each after its length.
void append(std::string &bytes, const std::string &text) {
  uint64_t length = text.size();
  bytes.append(reinterpret_cast<const char *>(&length), sizeof(length));
  bytes += text;
}

std::optional<std::string> take(std::string_view &bytes) {
  uint64_t length = 0;
  if (bytes.size() < sizeof(length))
    return std::nullopt;
  std::memcpy(&length, bytes.data(), sizeof(length));
  bytes.remove_prefix(sizeof(length));
  if (bytes.size() < length)
    return std::nullopt;
  std::string text(bytes.substr(0, length));
  bytes.remove_prefix(length);
  return text;
}

/// What the processor can do. A folder may be shared by several machines, and
/// programs are compiled for the instructions of one.
std::string describeProcessor() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line))
    if (line.rfind("flags", 0) == 0 || line.rfind("Features", 0) == 0)
      return line;
  return "";
}

/// The variables by which drivers and the SYCL runtime are told how to compile.
std::string describeEnvironment() {
  std::vector<std::string> found;
  for (char **variable = environ; *variable; ++variable)
    for (std::string_view prefix : {"CL_CONFIG_", "SYCL_PROGRAM_", "IGC_"})
      if (std::string_view(*variable).substr(0, prefix.size()) == prefix)
        found.emplace_back(*variable);
  std::sort(found.begin(), found.end());
  std::string text;
  for (const std::string &variable : found)
    append(text, variable);
  return text;
}

NativeProgram own(cl_program program) {
  return {program, SA_OPENCL(clReleaseProgram)};
}

std::optional<std::string> getBinary(cl_program program) {
  auto *getInfo = SA_OPENCL(clGetProgramInfo);
  cl_uint numDevices = 0;
  size_t size = 0;
  if (getInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof(numDevices), &numDevices,
              nullptr) != CL_SUCCESS ||
      numDevices != 1 ||
      getInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr) !=
          CL_SUCCESS ||
      size == 0)
    return std::nullopt;
  std::string binary(size, '\0');
  char *data = binary.data();
  if (getInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data, nullptr) !=
      CL_SUCCESS)
    return std::nullopt;
  return binary;
}

} // namespace

bool sa::runtime::canSavePrograms(const sycl::context &context) {
  return context.get_backend() == sycl::backend::opencl;
}

std::string sa::runtime::describeDevice(const sycl::device &device) {
  namespace info = sycl::info;
  std::string text;
  sycl::platform platform = device.get_platform();
  append(text, platform.get_info<info::platform::name>());
  append(text, platform.get_info<info::platform::version>());
  append(text, device.get_info<info::device::name>());
  append(text, device.get_info<info::device::version>());
  append(text, device.get_info<info::device::driver_version>());
  append(text, describeProcessor());
  append(text, std::to_string(__LIBSYCL_MAJOR_VERSION) + "." +
                   std::to_string(__LIBSYCL_MINOR_VERSION) + "." +
                   std::to_string(__LIBSYCL_PATCH_VERSION));
  append(text, describeEnvironment());
  return text;
}

std::optional<std::string>
sa::runtime::saveProgram(const Executable &executable, const std::string &log) {
  std::string bytes;
  append(bytes, log);
  bool isComplete = true;
  for (cl_program program :
       sycl::get_native<sycl::backend::opencl>(executable)) {
    NativeProgram owned = own(program);
    std::optional<std::string> binary = getBinary(program);
    isComplete &= binary.has_value();
    if (binary)
      append(bytes, *binary);
  }
  if (!isComplete)
    return std::nullopt;
  return bytes;
}

std::optional<std::vector<NativeProgram>>
sa::runtime::loadProgram(const sycl::context &context,
                         const sycl::device &device, const std::string &bytes,
                         std::string &log) {
  std::string_view rest(bytes);
  std::optional<std::string> found = take(rest);
  if (!found)
    return std::nullopt;
  NativeContext nativeContext = getNative(context);
  NativeDevice nativeDevice = getNative(device);
  cl_device_id id = nativeDevice.get();
  std::vector<NativeProgram> programs;
  while (!rest.empty()) {
    std::optional<std::string> binary = take(rest);
    if (!binary)
      return std::nullopt;
    size_t size = binary->size();
    const auto *data = reinterpret_cast<const unsigned char *>(binary->data());
    cl_int status = CL_SUCCESS, error = CL_SUCCESS;
    NativeProgram program = own(SA_OPENCL(clCreateProgramWithBinary)(
        nativeContext.get(), 1, &id, &size, &data, &status, &error));
    if (!program || status != CL_SUCCESS || error != CL_SUCCESS ||
        SA_OPENCL(clBuildProgram)(program.get(), 1, &id, nullptr, nullptr,
                                  nullptr) != CL_SUCCESS)
      return std::nullopt;
    programs.push_back(std::move(program));
  }
  if (programs.empty())
    return std::nullopt;
  log = std::move(*found);
  return programs;
}

std::optional<sycl::kernel>
sa::runtime::findKernel(const std::vector<NativeProgram> &programs,
                        const std::string &name, const sycl::context &context) {
  // Kernels of SYCL source have another name in the program.
  for (const std::string &candidate : {name, "__sycl_kernel_" + name}) {
    for (const NativeProgram &program : programs) {
      cl_int status = CL_SUCCESS;
      cl_kernel kernel =
          SA_OPENCL(clCreateKernel)(program.get(), candidate.c_str(), &status);
      // SYCL takes over the reference.
      if (kernel)
        return sycl::make_kernel<sycl::backend::opencl>(kernel, context);
    }
  }
  return std::nullopt;
}
