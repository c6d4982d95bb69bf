// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which memory a strided array touches, and whether two arrays can touch the
// same bytes.

#ifndef SA_RUNTIME_FOOTPRINT_H
#define SA_RUNTIME_FOOTPRINT_H

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

/// The bytes that an array touches: elements of `elementSize` bytes, at
/// distances from `begin` that are multiples of `step`, up to `end`.
struct Footprint {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t elementSize = 1;
  /// The greatest common divisor of the strides in bytes; 0 for one element.
  uint64_t step = 0;

  bool empty() const { return begin == end; }
};

/// False when the two arrays share no byte. True may be said of arrays that
/// only seem to overlap, but not of disjoint slices with a common step, such as
/// the even and the odd columns of a matrix.
bool mayOverlap(const Footprint &lhs, const Footprint &rhs);

} // namespace sa::runtime

#endif // SA_RUNTIME_FOOTPRINT_H
