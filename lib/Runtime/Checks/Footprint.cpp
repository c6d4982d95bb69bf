// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Checks/Footprint.h"

#include "sa/Runtime/Checks/CheckedMath.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace sa::runtime;

static bool hasElements(const std::vector<int64_t> &shape) {
  return std::find(shape.begin(), shape.end(), 0) == shape.end();
}

std::optional<Extent>
sa::runtime::computeExtent(const std::vector<int64_t> &shape,
                           const std::vector<int64_t> &strides,
                           int64_t offset) {
  assert(shape.size() == strides.size() && "one stride for each dimension");
  if (!hasElements(shape))
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

bool sa::runtime::isRowMajor(const std::vector<int64_t> &shape,
                             const std::vector<int64_t> &strides) {
  if (shape.size() != strides.size())
    return false;
  if (!hasElements(shape))
    return true;
  int64_t dense = 1;
  for (size_t d = shape.size(); d-- != 0;) {
    if (shape[d] == 1)
      continue;
    std::optional<int64_t> next = checkedMul(dense, shape[d]);
    if (strides[d] != dense || !next)
      return false;
    dense = *next;
  }
  return true;
}

namespace {

/// The steps of one search. Real arrays need a handful; this many take about a
/// millisecond.
constexpr int64_t searchBudget = 1 << 15;

/// The distance of neighbours along one axis, which way it goes left out.
std::optional<int64_t> getDistance(int64_t stride, int64_t elementSize) {
  std::optional<int64_t> bytes = checkedMul(stride, elementSize);
  if (bytes && *bytes < 0)
    return checkedSub(0, *bytes);
  return bytes;
}

/// An array's place in the terms of an equation: all distances are positive,
/// and are counted from the lowest byte that it touches.
struct Place {
  Interval bytes;
  std::vector<BoundedTerm> terms;
};

/// The place of an array with elements, or nothing when it is too large.
std::optional<Place> findPlace(const StridedMemory &memory) {
  std::optional<Extent> extent =
      computeExtent(memory.shape, memory.strides, /*offset=*/0);
  std::optional<int64_t> beyond =
      extent ? checkedAdd(extent->highest, 1) : std::nullopt;
  if (!beyond)
    return std::nullopt;
  std::optional<uint64_t> begin =
      checkedAddress(memory.address, extent->lowest, memory.elementSize);
  std::optional<uint64_t> end =
      checkedAddress(memory.address, *beyond, memory.elementSize);
  if (!begin || !end)
    return std::nullopt;
  Place place{{*begin, *end}, {}};
  for (size_t d = 0; d != memory.shape.size(); ++d) {
    if (memory.shape[d] == 1)
      continue;
    std::optional<int64_t> distance =
        getDistance(memory.strides[d], memory.elementSize);
    if (!distance)
      return std::nullopt;
    place.terms.push_back({*distance, memory.shape[d] - 1});
  }
  return place;
}

} // namespace

Answer sa::runtime::overlap(const StridedMemory &lhs,
                            const StridedMemory &rhs) {
  if (!hasElements(lhs.shape) || !hasElements(rhs.shape))
    return Answer::No;
  std::optional<Place> left = findPlace(lhs), right = findPlace(rhs);
  if (!left || !right)
    return Answer::Unknown;
  if (!left->bytes.meets(right->bytes))
    return Answer::No;
  // A byte of both is some way up from the first byte of the left array, and
  // some way down from the last byte of the right one. Together these ways are
  // as long as the distance of the two bytes. Inside of the elements they have
  // any length.
  uint64_t distance = right->bytes.end - 1 - left->bytes.begin;
  if (distance > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    return Answer::Unknown;
  std::vector<BoundedTerm> terms = std::move(left->terms);
  terms.insert(terms.end(), right->terms.begin(), right->terms.end());
  terms.push_back({1, lhs.elementSize + rhs.elementSize - 2});
  int64_t budget = searchBudget;
  return hasSolution(std::move(terms), static_cast<int64_t>(distance), budget);
}

Answer sa::runtime::overlapsItself(const std::vector<int64_t> &shape,
                                   const std::vector<int64_t> &strides) {
  if (!hasElements(shape))
    return Answer::No;
  std::vector<BoundedTerm> axes;
  for (size_t d = 0; d != shape.size(); ++d) {
    if (shape[d] == 1)
      continue;
    std::optional<int64_t> distance = getDistance(strides[d], 1);
    if (!distance)
      return Answer::Unknown;
    axes.push_back({*distance, shape[d] - 1});
  }
  std::sort(axes.begin(), axes.end(), [](const auto &lhs, const auto &rhs) {
    return lhs.coefficient < rhs.coefficient;
  });

  // Two index vectors that lead to one element differ; let `axis` have the
  // largest stride among the axes in which they do. Its difference, taken as
  // positive, is made up for by the axes with smaller strides, whose
  // differences may have both signs. Each term below is such a difference,
  // moved up so that it starts at zero.
  int64_t budget = searchBudget;
  int64_t reach = 0;
  std::vector<BoundedTerm> terms;
  for (const BoundedTerm &axis : axes) {
    if (axis.coefficient <= reach) {
      terms.push_back({axis.coefficient, axis.bound - 1});
      Answer answer = hasSolution(terms, reach - axis.coefficient, budget);
      if (answer != Answer::No)
        return answer;
      terms.pop_back();
    }
    std::optional<int64_t> length = checkedMul(axis.coefficient, axis.bound);
    std::optional<int64_t> next =
        length ? checkedAdd(reach, *length) : std::nullopt;
    std::optional<int64_t> both = checkedMul(axis.bound, 2);
    if (!next || !both)
      return Answer::Unknown;
    reach = *next;
    terms.push_back({axis.coefficient, *both});
  }
  return Answer::No;
}
