// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Footprint.h"

#include "sa/Runtime/CheckedMath.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace sa::runtime;

std::optional<Extent>
sa::runtime::computeExtent(const std::vector<int64_t> &shape,
                           const std::vector<int64_t> &strides,
                           int64_t offset) {
  assert(shape.size() == strides.size() && "one stride for each dimension");
  if (std::find(shape.begin(), shape.end(), 0) != shape.end())
    return Extent();
  Extent extent{/*empty=*/false, offset, offset};
  for (size_t d = 0; d != shape.size(); ++d) {
    if (shape[d] == 1)
      continue;
    std::optional<int64_t> reach = checkedMul(shape[d] - 1, strides[d]);
    if (!reach)
      return std::nullopt;
    int64_t &side = *reach < 0 ? extent.lowest : extent.highest;
    std::optional<int64_t> moved = checkedAdd(side, *reach);
    if (!moved)
      return std::nullopt;
    side = *moved;
  }
  return extent;
}

std::optional<std::vector<int64_t>>
sa::runtime::computeRowMajorStrides(const std::vector<int64_t> &shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- != 0;) {
    strides[d] = stride;
    std::optional<int64_t> next =
        checkedMul(stride, std::max<int64_t>(shape[d], 1));
    if (!next)
      return std::nullopt;
    stride = *next;
  }
  return strides;
}

bool sa::runtime::mayOverlap(const Footprint &lhs, const Footprint &rhs) {
  if (lhs.empty() || rhs.empty())
    return false;
  if (lhs.begin > rhs.begin)
    return mayOverlap(rhs, lhs);
  if (lhs.end <= rhs.begin)
    return false;
  // All elements of both lie at fixed places modulo the common step. Where
  // those places are apart, so are the elements.
  uint64_t step = std::gcd(lhs.step, rhs.step);
  if (step == 0)
    return true;
  uint64_t distance = (rhs.begin - lhs.begin) % step;
  return distance < lhs.elementSize || distance + rhs.elementSize > step;
}
