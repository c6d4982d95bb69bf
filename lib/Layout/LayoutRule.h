// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a layout has to say for itself; see NamedLayouts.cpp.

#ifndef SA_LIB_LAYOUT_LAYOUTRULE_H
#define SA_LIB_LAYOUT_LAYOUTRULE_H

#include "sa/Layout/Layout.h"

namespace sa {

using Exprs = llvm::SmallVector<OffsetExpr>;
using Shape = llvm::ArrayRef<int64_t>;

/// The layout of shapes that it does not refuse. `sizes` are the expressions
/// for the sizes of the shape.
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
  /// The extreme offsets, of an array that has elements.
  virtual OffsetExpr getSmallest(const Exprs &) const { return 0; }
  virtual OffsetExpr getLargest(const Exprs &sizes) const;
  /// True when `getLargest` is -1 where a size is zero, so that nothing has to
  /// be said about that.
  virtual bool vanishes() const { return false; }
  virtual std::optional<Exprs> getStrides(const Exprs &) const {
    return std::nullopt;
  }
  virtual bool takesShapedDescriptor() const { return false; }
  virtual bool isInjective(Shape) const { return true; }
};

/// True when the questions below have an answer in reasonable time.
bool canSearch(const OffsetExpr &offset, Shape shape);

/// The largest value of an affine `offset` over the indices of a static shape
/// without a zero, by exact search.
int64_t findLargest(const OffsetExpr &offset, Shape shape);

/// True when an affine `offset` maps two index vectors of a shape to one value.
/// Sizes that are open are any.
bool findCollision(const OffsetExpr &offset, Shape shape);

/// A stride without its sign, and how many indices there are.
using StridedDim = std::pair<uint64_t, int64_t>;

/// True when two index vectors have the same sum of strides. The dimensions are
/// in the order of their strides and have two indices or more. Where that takes
/// too long to find out, they may.
bool canStridesMeet(llvm::ArrayRef<StridedDim> dims);

} // namespace sa

#endif // SA_LIB_LAYOUT_LAYOUTRULE_H
