// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the choice of plans knows of a device. The numbers here stand for a
// device of which nothing is known: a CPU with AVX2 and two cores.

#ifndef SA_PLANNING_TARGETDESCRIPTION_H
#define SA_PLANNING_TARGETDESCRIPTION_H

#include <cstdint>

namespace sa {

struct TargetDescription {
  /// The width of a vector register, and how many of them a core has.
  int64_t vectorBytes = 32;
  int64_t vectorRegisters = 16;
  /// How many work-items run at once.
  int64_t cores = 2;
  /// The bytes of the cache that a core has for itself.
  int64_t cacheBytes = 512 * 1024;
  /// A launch costs as much as this many points of a nest: one with fewer
  /// points gets no plan.
  int64_t launchPoints = 8192;
};

/// Which nests without a plan get one.
enum class ScheduleMode {
  /// Those that have a known kind (docs/planning.md).
  Auto,
  None
};

} // namespace sa

#endif // SA_PLANNING_TARGETDESCRIPTION_H
