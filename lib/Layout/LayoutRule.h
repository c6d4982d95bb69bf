// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of a layout's implementation (NamedLayouts.cpp).

#ifndef SA_LIB_LAYOUT_LAYOUTRULE_H
#define SA_LIB_LAYOUT_LAYOUTRULE_H

#include "sa/Layout/Layout.h"

namespace sa {

using Exprs = llvm::SmallVector<OffsetExpr>;
using Shape = llvm::ArrayRef<int64_t>;

/// Functions other than `refuse` expect a shape that the layout can hold.
/// `sizes` are the expressions for the sizes of the shape.
class LayoutRule {
public:
  virtual ~LayoutRule();

  virtual std::optional<std::string> findFault() const { return std::nullopt; }
  virtual std::optional<std::string> refuse(Shape) const {
    return std::nullopt;
  }
  virtual bool needsSquare() const { return false; }
  virtual OffsetExpr getOffset(const Exprs &sizes) const = 0;
  virtual Exprs getDomain() const { return {}; }
  /// Return the extreme offsets of an array with elements.
  virtual OffsetExpr getSmallest(const Exprs &) const { return 0; }
  virtual OffsetExpr getLargest(const Exprs &sizes) const;
  /// Returns true if `getLargest` is -1 where a size is zero.
  virtual bool vanishes() const { return false; }
  virtual std::optional<Exprs> getStrides(const Exprs &) const {
    return std::nullopt;
  }
  virtual bool takesShapedDescriptor() const { return false; }
  virtual bool isInjective(Shape) const { return true; }
};

/// Returns true if the functions below end in reasonable time.
bool canSearch(const OffsetExpr &offset, Shape shape);

/// Returns the largest value of an affine `offset` over the indices of a static
/// shape without a zero.
int64_t findLargest(const OffsetExpr &offset, Shape shape);

/// Returns true if an affine `offset` maps two index vectors of a shape to one
/// value, for some value of its run-time sizes.
bool findCollision(const OffsetExpr &offset, Shape shape);

/// The absolute value of a stride, and the size of its dimension.
using StridedDim = std::pair<uint64_t, int64_t>;

/// Returns true if two index vectors have the same sum of strides, or the
/// search takes too long. Dimensions are sorted by stride, with sizes of at
/// least 2.
bool canStridesMeet(llvm::ArrayRef<StridedDim> dims);

} // namespace sa

#endif // SA_LIB_LAYOUT_LAYOUTRULE_H
