// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the driver made of a program, as bytes that can be loaded again: in
// about a millisecond, where building takes from tens of milliseconds to
// seconds. SYCL cannot save its kernel bundles, OpenCL can.

#ifndef SA_LIB_RUNTIME_PROGRAM_PROGRAMBINARY_H
#define SA_LIB_RUNTIME_PROGRAM_PROGRAMBINARY_H

#include "sa/Runtime/Device/OpenCL.h"

#include <optional>
#include <string>
#include <vector>

#include <sycl/kernel_bundle.hpp>

namespace sa::runtime {

using Executable = sycl::kernel_bundle<sycl::bundle_state::executable>;
using NativeProgram = std::unique_ptr<_cl_program, decltype(&clReleaseProgram)>;

/// Whether programs of this context can be saved at all.
bool canSavePrograms(const sycl::context &context);

/// All that the result of a build depends on besides the code: the device, its
/// driver, the processor, and what the environment tells the compiler.
std::string describeDevice(const sycl::device &device);

/// The bytes of a program that was built for one device, with what its compiler
/// said. Nothing when the driver does not give them.
std::optional<std::string> saveProgram(const Executable &executable,
                                       const std::string &log);

/// Loads what saveProgram gave, and gives back the log. Nothing when the bytes
/// are not understood, or the driver does not take them.
std::optional<std::vector<NativeProgram>>
loadProgram(const sycl::context &context, const sycl::device &device,
            const std::string &bytes, std::string &log);

/// A kernel of loaded programs, by its name in the code.
std::optional<sycl::kernel>
findKernel(const std::vector<NativeProgram> &programs, const std::string &name,
           const sycl::context &context);

} // namespace sa::runtime

#endif // SA_LIB_RUNTIME_PROGRAM_PROGRAMBINARY_H
