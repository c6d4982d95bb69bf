// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/WorkGroup.h"

#include <algorithm>

using namespace sa::runtime;

/// Work-items that a CPU compiler packs into one vector, at most. A work-group
/// that is no multiple of it ends in a scalar loop.
static constexpr size_t vectorWidth = 16;

/// Larger groups gain nothing and are harder to balance.
static constexpr size_t largestGroup = 256;

/// Groups for each compute unit, so that none waits long for the last.
static constexpr size_t groupsPerUnit = 4;

std::optional<std::vector<size_t>>
sa::runtime::chooseWorkGroup(const std::vector<size_t> &range,
                             size_t computeUnits) {
  // Vendor bug intel-cpu-prime-ranges. Vectors run along the last dimension. A
  // driver finds a divisor to its taste where that dimension is a multiple of
  // their width.
  if (range.back() % vectorWidth == 0)
    return std::nullopt;
  size_t total = 1;
  for (size_t size : range)
    if (__builtin_mul_overflow(total, size, &total))
      return std::nullopt;
  if (total <= vectorWidth)
    return std::nullopt;

  size_t budget = total / (groupsPerUnit * std::max<size_t>(computeUnits, 1));
  budget = std::clamp(budget, vectorWidth, largestGroup);
  budget -= budget % vectorWidth;
  std::vector<size_t> group(range.size());
  for (size_t d = range.size(); d-- != 0;) {
    group[d] = std::min(range[d], budget);
    budget = std::max<size_t>(budget / group[d], 1);
  }
  return group;
}
