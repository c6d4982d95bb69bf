// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts: where the elements of an array live.
//
// An array has an index vector for every element; memory has a number. A layout
// is the function between the two: given the shape, it maps an index vector to
// an *offset*, the position of the element in the array's storage, counted in
// elements. A 3×4 array in row-major and in column-major order:
//
//        offset = 4i + j            offset = i + 3j
//        0  1  2  3                 0  3  6  9
//        4  5  6  7                 1  4  7 10
//        8  9 10 11                 2  5  8 11
//
// The *storage* of an array is one-dimensional and as long as the largest
// offset + 1. It may have gaps that no element uses. Callers pass storage, or
// an array of the same shape that lies in memory the same way, and kernels
// compute offsets into it.
//
// Most layouts are *strided*: the offset is a fixed number plus one multiple
// (stride) of each index. Strides may be negative (the dimension runs
// backwards), zero (one element stands for a whole dimension) or leave gaps:
//
//        strided [-4, 2], offset 8, shape 3×2:      8 10
//                                                   4  6
//                                                   0  2
//
// Some are defined only for a part of the index vectors, the *domain*. Whoever
// touches an element outside of the domain is refused by the compiler. A
// triangular layout has row-major offsets and a triangle for a domain; a banded
// one keeps the lower + upper + 1 elements around the diagonal of each row
// together:
//
//        lower_triangular, 3×3      banded<1, 1>, 4×4: offset = 2i + j + 1
//        0  .  .                    1  2  .  .
//        3  4  .                    3  4  5  .
//        6  7  8                    .  6  7  8
//                                   .  .  9 10
//
// A layout is *injective* when no two elements share a place. A Toeplitz matrix
// is constant along its diagonals and keeps each of them once, so its layout is
// not. Such arrays may be read like all others, but two points of a nest that
// write different elements may write the same place, so they cannot run in
// parallel:
//
//        toeplitz, 3×4: offset = j - i + 2
//        2  3  4  5
//        1  2  3  4
//        0  1  2  3
//
// The rest needs quotients and remainders. `blocked` stores blocks one after
// the other, each whole and row-major; where blocks do not divide the shape,
// those at the edge keep the full block's strides. `striped` cuts the last
// dimension into stripes of n, each stored whole in row-major order. `z_order`
// interleaves the bits of the indices, the last index owning the lowest bit;
// sizes are rounded up to powers of two. Divisors that are powers of two become
// shifts and masks.
//
//        blocked<[2, 2]>, 3×4       striped<2>, 3×4        z_order, 4×4
//        0  1  4  5                 0  1  6  7             0  1  4  5
//        2  3  6  7                 2  3  8  9             2  3  6  7
//        8  9 12 13                 4  5 10 11             8  9 12 13
//                                                         10 11 14 15
//
// And `packed_lower_triangular` and `packed_upper_triangular` keep a triangle
// without the other half, row by row, which takes a product of indices:
//
//        packed_lower: i(i+1)/2 + j      packed_upper: i(2n-i-1)/2 + j
//        0  .  .                         0  1  2
//        1  2  .                         .  3  4
//        3  4  5                         .  .  5
//
// `sliced` is what the compiler makes of a layout when each iteration of
// parallel loops has an array of its own: one after the other they are the
// slices of one array, whose first indices say which slice. An index that only
// takes multiples of a step needs a slice for each step.
//
//        sliced<[2], col_major>, 4×2×2: offset = (h / 2) * 4 + i + 2j
//        h = 0:   0  2        h = 2:   4  6
//                 1  3                 5  7
//
// Two more are not functions of the shape. The strides of `any` come with the
// array that is passed. `deferred` is a promise that the compiler will choose.
//
// How to read the rest: a `Layout` answers questions about one shape. The
// answers are `OffsetExpr`s, so that they hold for sizes that are known only at
// run time too; a size that is known is a constant in them. The compiler turns
// the expressions into code (lib/Conversion/OffsetLowering.cpp), into integer
// sets for its proofs (lib/Dialect/SA/Analysis), and into the manifest
// (lib/Target/Manifest.cpp). The attributes of the dialect (SALayoutAttrs.td)
// are the names of these layouts; each is a few lines in NamedLayouts.cpp.

#ifndef SA_LAYOUT_LAYOUT_H
#define SA_LAYOUT_LAYOUT_H

#include "sa/Layout/OffsetExpr.h"
#include "llvm/ADT/SmallVector.h"
#include <limits>
#include <string>

namespace sa {

class LayoutRule;

/// A size that is known only at run time. MLIR's `ShapedType` means the same.
inline constexpr int64_t openSize = std::numeric_limits<int64_t>::min();

/// A layout as a value. Copies are cheap.
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
  /// `slice` for the dimensions after the first ones, of which each takes
  /// multiples of a step.
  static Layout sliced(llvm::ArrayRef<int64_t> steps, const Layout &slice);
  /// The strides are given by the caller: to the expressions of this layout
  /// they are the "sizes" that follow those of the `rank` dimensions.
  static Layout any();

  /// Why no shape could ever have this layout (a width of zero, …), or nothing.
  std::optional<std::string> findFault() const;

  /// Why an array of this shape cannot have this layout, or nothing. The other
  /// questions are for shapes without such a reason.
  std::optional<std::string> refuse(llvm::ArrayRef<int64_t> shape) const;

  /// True when both sizes must be the same; whether two open sizes are is for
  /// those to say who know their names.
  bool needsSquare() const;

  /// Where the element with these indices lives.
  OffsetExpr getOffset(llvm::ArrayRef<int64_t> shape) const;

  /// The index vectors that exist: those for which none of these expressions is
  /// negative. Empty when all of them exist. Sizes do not occur.
  llvm::SmallVector<OffsetExpr> getDomain() const;

  /// The smallest offset and the length of the storage, which is 0 when there
  /// are no elements.
  OffsetExpr getSmallestOffset(llvm::ArrayRef<int64_t> shape) const;
  OffsetExpr getStorageSize(llvm::ArrayRef<int64_t> shape) const;

  /// The strides, where there are such.
  std::optional<llvm::SmallVector<OffsetExpr>>
  getStrides(llvm::ArrayRef<int64_t> shape) const;

  /// True when a descriptor of the array's shape and strides describes exactly
  /// the elements of the array or more of the same memory.
  bool takesShapedDescriptor() const;

  /// True when no two elements of the domain share a place; false when some do
  /// or that is not known.
  bool isInjective(llvm::ArrayRef<int64_t> shape) const;

private:
  explicit Layout(std::shared_ptr<const LayoutRule> rule);

  std::shared_ptr<const LayoutRule> rule;
};

} // namespace sa

#endif // SA_LAYOUT_LAYOUT_H
