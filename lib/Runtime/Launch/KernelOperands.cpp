// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/KernelOperands.h"

#include "sa/Runtime/Device/OpenCL.h"
#include "sa/Runtime/Error.h"

#include <CL/cl_ext.h>

using namespace sa::runtime;

namespace {

/// A kernel that is only there to have its arguments set.
class Rehearsal {
public:
  Rehearsal(const sycl::kernel &kernel, const sycl::device &device)
      : kernel(cloneKernel(getNative(kernel))),
        setPointer(SA_OPENCL_DRIVER(device, clSetKernelArgMemPointerINTEL)),
        setArgument(SA_OPENCL(clSetKernelArg)) {}

  bool isPossible() const { return kernel && setPointer; }
  bool takesPointer(unsigned index) const {
    return setPointer(kernel.get(), index, nullptr) == CL_SUCCESS;
  }
  bool takesNumber(unsigned index, size_t bytes) const {
    const uint64_t value = 0;
    return !takesPointer(index) &&
           setArgument(kernel.get(), index, bytes, &value) == CL_SUCCESS;
  }

private:
  NativeKernel kernel;
  clSetKernelArgMemPointerINTEL_fn setPointer;
  decltype(&clSetKernelArg) setArgument;
};

} // namespace

/// The bytes of an operand that is a number; nothing for a pointer.
static std::optional<size_t> getNumberSize(const FunctionManifest &manifest,
                                           const KernelOperand &operand) {
  if (operand.kind == KernelOperand::Kind::Size)
    return sizeof(int64_t);
  if (operand.kind != KernelOperand::Kind::Argument)
    return std::nullopt;
  const auto *scalar =
      std::get_if<ScalarArgument>(&manifest.arguments[operand.position]);
  if (!scalar)
    return std::nullopt;
  return static_cast<size_t>(getSize(scalar->type));
}

void sa::runtime::checkOperands(const FunctionManifest &manifest,
                                const KernelLaunch &launch,
                                const sycl::kernel &kernel,
                                const sycl::device &device) {
  auto fail = [&](const std::string &what) {
    throw Error(ErrorKind::Execution, "kernel '" + launch.kernel + "' " + what);
  };
  // An argument that is not set keeps the value of an earlier launch, without
  // an error.
  size_t expected = kernel.get_info<sycl::info::kernel::num_args>();
  if (expected != launch.operands.size())
    fail("takes " + std::to_string(expected) +
         " arguments, the manifest gives " +
         std::to_string(launch.operands.size()));
  if (device.get_backend() != sycl::backend::opencl)
    return;
  Rehearsal rehearsal(kernel, device);
  if (!rehearsal.isPossible())
    return;
  for (unsigned index = 0; index != expected; ++index) {
    std::optional<size_t> bytes =
        getNumberSize(manifest, launch.operands[index]);
    if (!bytes && !rehearsal.takesPointer(index))
      fail("takes no pointer as argument " + std::to_string(index) +
           ", which the manifest gives");
    if (bytes && !rehearsal.takesNumber(index, *bytes))
      fail("takes no " + std::to_string(*bytes) + "-byte number as argument " +
           std::to_string(index) + ", which the manifest gives");
  }
}
