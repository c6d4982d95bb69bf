// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Checks/StorageSizes.h"

#include <limits>

using namespace sa::runtime;

bool sa::runtime::isKnown(const SizeExpr &expr,
                          const std::vector<int64_t> &sizes) {
  for (unsigned i = 0; i != sizes.size(); ++i)
    if (sizes[i] == unknownSize && expr.uses(i))
      return false;
  return true;
}

std::optional<unsigned>
sa::runtime::findOnlyUnknown(const SizeExpr &expr,
                             const std::vector<int64_t> &sizes) {
  std::optional<unsigned> found;
  for (unsigned i = 0; i != sizes.size(); ++i) {
    if (sizes[i] != unknownSize || !expr.uses(i))
      continue;
    if (found)
      return std::nullopt;
    found = i;
  }
  return found;
}

std::optional<int64_t> sa::runtime::findLargestSize(const SizeExpr &storage,
                                                    std::vector<int64_t> sizes,
                                                    unsigned position,
                                                    int64_t length) {
  auto fits = [&](int64_t size) {
    sizes[position] = size;
    std::optional<int64_t> elements = storage.evaluate(sizes);
    return elements && *elements <= length;
  };
  if (!fits(0))
    return std::nullopt;
  int64_t low = 0, high = 1;
  while (fits(high)) {
    if (high > std::numeric_limits<int64_t>::max() / 2)
      return std::nullopt;
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

std::optional<int64_t> sa::runtime::findExactSize(const SizeExpr &storage,
                                                  std::vector<int64_t> sizes,
                                                  unsigned position,
                                                  int64_t length) {
  std::optional<int64_t> size =
      findLargestSize(storage, sizes, position, length);
  if (!size)
    return std::nullopt;
  auto isExact = [&](int64_t value) {
    sizes[position] = value;
    return storage.evaluate(sizes) == length;
  };
  bool only = isExact(*size) && (*size == 0 || !isExact(*size - 1));
  return only ? size : std::nullopt;
}
