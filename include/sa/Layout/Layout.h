// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts. Given the shape of an array, a layout maps an index vector to an
// *offset*, the position of the element in the array's storage, in elements. A
// 3×4 array in row-major and in column-major order:
//
//        offset = 4i + j            offset = i + 3j
//        0  1  2  3                 0  3  6  9
//        4  5  6  7                 1  4  7 10
//        8  9 10 11                 2  5  8 11
//
// The *storage* is one-dimensional and as long as the largest offset + 1; it
// may have gaps. Callers pass storage, or an array of the same shape and
// strides.
//
// Most layouts are *strided*: the offset is a constant plus a multiple (stride)
// of each index. Strides may be negative, zero (one element for a whole
// dimension) or leave gaps:
//
//        strided [-4, 2], offset 8, shape 3×2:      8 10
//                                                   4  6
//                                                   0  2
//
// Some have a *domain*, the index vectors with an element; the compiler refuses
// accesses outside of it. A triangular layout has row-major offsets and a
// triangle for a domain; a banded one stores the lower + upper + 1 elements
// around the diagonal of each row:
//
//        lower_triangular, 3×3      banded<1, 1>, 4×4: offset = 2i + j + 1
//        0  .  .                    1  2  .  .
//        3  4  .                    3  4  5  .
//        6  7  8                    .  6  7  8
//                                   .  .  9 10
//
// A layout is *injective* if no two elements have the same offset. That of a
// Toeplitz matrix, which stores each diagonal once, is not. Points of a nest
// that write different elements of it may conflict, so they do not run in
// parallel:
//
//        toeplitz, 3×4: offset = j - i + 2
//        2  3  4  5
//        1  2  3  4
//        0  1  2  3
//
// The rest has quotients and remainders. `blocked` stores row-major blocks one
// after the other; blocks at the edge keep the strides of full ones. `striped`
// does so with stripes of the last dimension. `z_order` interleaves the bits of
// the indices, the lowest bit from the last index; sizes are rounded up to
// powers of two.
//
//        blocked<[2, 2]>, 3×4       striped<2>, 3×4        z_order, 4×4
//        0  1  4  5                 0  1  6  7             0  1  4  5
//        2  3  6  7                 2  3  8  9             2  3  6  7
//        8  9 12 13                 4  5 10 11             8  9 12 13
//                                                         10 11 14 15
//
// `packed_lower_triangular` and `packed_upper_triangular` store a triangle row
// by row, with a product of indices:
//
//        packed_lower: i(i+1)/2 + j      packed_upper: i(2n-i-1)/2 + j
//        0  .  .                         0  1  2
//        1  2  .                         .  3  4
//        3  4  5                         .  .  5
//
// `sliced` is the layout of memory with one slice for each iteration of
// parallel loops, selected by the first indices. An index that takes multiples
// of a number needs a slice for each multiple.
//
//        sliced<[2], col_major>, 4×2×2: offset = (h / 2) * 4 + i + 2j
//        h = 0:   0  2        h = 2:   4  6
//                 1  3                 5  7
//
// Two more do not depend on the shape. The strides of `any` are those of the
// argument. The compiler replaces `deferred` by a layout that it chooses.
//
// A `Layout` answers with `OffsetExpr`s, which hold for run-time sizes, too.
// They become code (lib/Conversion/SAToLoops/OffsetLowering.cpp), integer sets
// of proofs (lib/Dialect/SA/Analysis), and expressions of the manifest
// (lib/Target/Manifest.cpp). Attributes name the layouts (SALayoutAttrs.td).

#ifndef SA_LAYOUT_LAYOUT_H
#define SA_LAYOUT_LAYOUT_H

#include "sa/Layout/OffsetExpr.h"
#include "llvm/ADT/SmallVector.h"
#include <limits>
#include <string>

namespace sa {

class LayoutRule;

/// A run-time size; equal to `ShapedType::kDynamic`.
inline constexpr int64_t openSize = std::numeric_limits<int64_t>::min();

/// A layout; cheap to copy.
class Layout {
public:
  static Layout rowMajor();
  static Layout colMajor();
  static Layout strided(llvm::ArrayRef<int64_t> strides, int64_t offset = 0);
  /// `offset` is an expression over `rank` indices, without sizes or products
  /// of indices.
  static Layout affine(unsigned rank, OffsetExpr offset);
  static Layout lowerTriangular(bool strict = false);
  static Layout upperTriangular(bool strict = false);
  static Layout banded(int64_t lower, int64_t upper);
  static Layout toeplitz();
  static Layout blocked(llvm::ArrayRef<int64_t> blockShape);
  static Layout striped(int64_t width);
  static Layout zOrder();
  static Layout packedLowerTriangular();
  static Layout packedUpperTriangular();
  /// `slice` for the dimensions after the first ones, each of which takes
  /// multiples of one of `steps`.
  static Layout sliced(llvm::ArrayRef<int64_t> steps, const Layout &slice);
  /// The strides of the caller, which the expressions of this layout address as
  /// the sizes after those of the dimensions.
  static Layout any();

  /// Returns why no shape can have this layout (a width of zero, …), or
  /// nothing.
  std::optional<std::string> findFault() const;

  /// Returns why an array of this shape cannot have this layout, or nothing.
  /// The other functions expect a shape that can.
  std::optional<std::string> refuse(llvm::ArrayRef<int64_t> shape) const;

  /// Returns true if both sizes must be equal. The caller compares the names of
  /// run-time sizes.
  bool needsSquare() const;

  /// Returns the offset of an element.
  OffsetExpr getOffset(llvm::ArrayRef<int64_t> shape) const;

  /// Returns the constraints of the domain: an index vector has an element if
  /// none is negative. Sizes do not occur.
  llvm::SmallVector<OffsetExpr> getDomain() const;

  /// Return the smallest offset, and the length of the storage, which is 0
  /// without elements.
  OffsetExpr getSmallestOffset(llvm::ArrayRef<int64_t> shape) const;
  OffsetExpr getStorageSize(llvm::ArrayRef<int64_t> shape) const;

  /// Returns the strides of a strided layout.
  std::optional<llvm::SmallVector<OffsetExpr>>
  getStrides(llvm::ArrayRef<int64_t> shape) const;

  /// Returns true if an argument of the array's shape and strides has all its
  /// elements.
  bool takesShapedDescriptor() const;

  /// Returns true if no two elements of the domain have the same offset; false
  /// if some do, or that is unknown.
  bool isInjective(llvm::ArrayRef<int64_t> shape) const;

private:
  explicit Layout(std::shared_ptr<const LayoutRule> rule);

  std::shared_ptr<const LayoutRule> rule;
};

} // namespace sa

#endif // SA_LAYOUT_LAYOUT_H
