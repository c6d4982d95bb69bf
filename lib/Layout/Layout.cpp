// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Layout/Layout.h"

#include "LayoutRule.h"

using namespace sa;

LayoutRule::~LayoutRule() = default;

OffsetExpr LayoutRule::getLargest(const Exprs &sizes) const {
  // Most offsets grow with every index.
  Exprs last;
  for (const OffsetExpr &size : sizes)
    last.push_back(size - 1);
  return getOffset(sizes).replaceIndices(last);
}

/// Returns the sizes of a shape as expressions.
static Exprs getSizes(Shape shape) {
  Exprs sizes;
  for (auto [dim, size] : llvm::enumerate(shape))
    sizes.push_back(size == openSize ? OffsetExpr::size(dim)
                                     : OffsetExpr(size));
  return sizes;
}

Layout::Layout(std::shared_ptr<const LayoutRule> rule)
    : rule(std::move(rule)) {}

std::optional<std::string> Layout::findFault() const {
  return rule->findFault();
}

std::optional<std::string> Layout::refuse(Shape shape) const {
  return rule->refuse(shape);
}

bool Layout::needsSquare() const { return rule->needsSquare(); }

OffsetExpr Layout::getOffset(Shape shape) const {
  return rule->getOffset(getSizes(shape));
}

Exprs Layout::getDomain() const { return rule->getDomain(); }

OffsetExpr Layout::getSmallestOffset(Shape shape) const {
  if (llvm::is_contained(shape, 0))
    return 0;
  return rule->getSmallest(getSizes(shape));
}

OffsetExpr Layout::getStorageSize(Shape shape) const {
  if (llvm::is_contained(shape, 0))
    return 0;
  Exprs sizes = getSizes(shape);
  OffsetExpr length = rule->getLargest(sizes) + 1;
  for (auto [size, expr] : llvm::zip_equal(shape, sizes))
    if (size == openSize && !rule->vanishes())
      length = length * OffsetExpr::min(expr, 1);
  return length;
}

std::optional<Exprs> Layout::getStrides(Shape shape) const {
  return rule->getStrides(getSizes(shape));
}

bool Layout::takesShapedDescriptor() const {
  return rule->takesShapedDescriptor();
}

bool Layout::isInjective(Shape shape) const {
  return llvm::is_contained(shape, 0) || rule->isInjective(shape);
}
