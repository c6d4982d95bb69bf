// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work-group of a launch that does not ask for one. A driver that may only
// use work-groups that divide the range runs a prime number of work-items one
// by one, forty times slower than its neighbours. CPU devices that support
// work-groups of unequal size run them as fast when they are given a size.

#ifndef SA_RUNTIME_LAUNCH_WORKGROUP_H
#define SA_RUNTIME_LAUNCH_WORKGROUP_H

#include <cstddef>
#include <optional>
#include <vector>

namespace sa::runtime {

/// A work-group for `range` (slowest dimension first, no zeros) on a device
/// with this many compute units and with support for work-groups of unequal
/// size. Nothing when the driver's own choice is good.
std::optional<std::vector<size_t>>
chooseWorkGroup(const std::vector<size_t> &range, size_t computeUnits);

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_WORKGROUP_H
