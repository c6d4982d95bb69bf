// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work-groups in which a device runs a kernel. A device refuses others
// itself, but maybe only after the call has returned.

#ifndef SA_RUNTIME_LAUNCH_GROUPLIMITS_H
#define SA_RUNTIME_LAUNCH_GROUPLIMITS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sycl/device.hpp>
#include <sycl/kernel.hpp>

namespace sa::runtime {

struct GroupLimits {
  /// The most work-items of a work-group.
  size_t mostItems = SIZE_MAX;
  /// The most in each dimension, the fastest first.
  std::array<size_t, 3> mostAlong = {SIZE_MAX, SIZE_MAX, SIZE_MAX};
  /// The only work-group that the kernel was compiled for, the fastest
  /// dimension first; zeros when it was not compiled for one.
  std::array<size_t, 3> only = {0, 0, 0};

  /// What is wrong with a work-group of one to three dimensions, the slowest
  /// first. Nothing when nothing is.
  std::optional<std::string>
  findViolation(const std::vector<size_t> &group) const;
};

/// The limits of a kernel on a device. Throws an Error when the kernel's local
/// memory is more than the device has, in whatever work-groups.
GroupLimits findGroupLimits(const std::string &name, const sycl::kernel &kernel,
                            const sycl::device &device);

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_GROUPLIMITS_H
