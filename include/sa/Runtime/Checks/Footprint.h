// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory that a strided array occupies, and whether two arrays, or two
// elements of one array, share bytes.

#ifndef SA_RUNTIME_CHECKS_FOOTPRINT_H
#define SA_RUNTIME_CHECKS_FOOTPRINT_H

#include "sa/Runtime/Checks/BoundedEquation.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace sa::runtime {

/// The element offsets that an array touches, counted from where its storage
/// starts. An array without elements touches none.
struct Extent {
  bool empty = true;
  int64_t lowest = 0;
  int64_t highest = 0;
};

/// The extent of an array, or nothing when it cannot be said in 64 bits.
/// `shape` holds no negative number and is as long as `strides`.
std::optional<Extent> computeExtent(const std::vector<int64_t> &shape,
                                    const std::vector<int64_t> &strides,
                                    int64_t offset);

/// The strides, in elements, of a dense row-major array, or nothing on
/// overflow. Axes of size 0 count as 1.
std::optional<std::vector<int64_t>>
computeRowMajorStrides(const std::vector<int64_t> &shape);

/// True when an array with these strides is dense and row-major. Strides of
/// axes with one element do not matter, and none matter without elements.
/// `shape` and `strides` may be of different length, which is never row-major.
bool isRowMajor(const std::vector<int64_t> &shape,
                const std::vector<int64_t> &strides);

/// The bytes from the first to the last that an array touches.
struct Interval {
  uint64_t begin = 0;
  uint64_t end = 0;

  bool meets(const Interval &other) const {
    return begin < other.end && other.begin < end;
  }
};

/// An array in memory: where its element zero lies, and its strides in
/// elements. Its extent lies within the address space.
struct StridedMemory {
  uint64_t address = 0;
  int64_t elementSize = 1;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
};

/// Whether the two arrays share a byte. Decided exactly, for disjoint slices of
/// one array too, unless that takes too long.
Answer overlap(const StridedMemory &lhs, const StridedMemory &rhs);

/// Whether two index vectors of an array lead to the same element. Decided
/// exactly, unless that takes too long.
Answer overlapsItself(const std::vector<int64_t> &shape,
                      const std::vector<int64_t> &strides);

} // namespace sa::runtime

#endif // SA_RUNTIME_CHECKS_FOOTPRINT_H
