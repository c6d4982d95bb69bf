// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types are compared by identity, so equal layouts must be one attribute.

#include "LinearMap.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "sa/Dialect/SA/IR/SALayoutAttrs.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

std::optional<LinearMap> sa::getLinearMap(AffineMap map) {
  SmallVector<int64_t> row;
  unsigned numDims = map.getNumDims();
  AffineExpr expr =
      simplifyAffineExpr(map.getResult(0), numDims, /*numSymbols=*/0);
  bool isLinear = true;
  expr.walk([&](AffineExpr part) {
    isLinear &= part.getKind() == AffineExprKind::Add ||
                part.getKind() == AffineExprKind::Mul ||
                part.getKind() == AffineExprKind::Constant ||
                part.getKind() == AffineExprKind::DimId;
  });
  if (!isLinear ||
      failed(getFlattenedAffineExpr(expr, numDims, /*numSymbols=*/0, &row)))
    return std::nullopt;
  LinearMap linear;
  linear.offset = row.pop_back_val();
  linear.strides = row;
  return linear;
}

/// Returns the map from indices to the offset for a static shape; null if it is
/// not affine.
static AffineExpr getMap(const Layout &layout, ArrayRef<int64_t> shape,
                         MLIRContext *context) {
  SmallVector<AffineExpr> indices;
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    indices.push_back(getAffineDimExpr(dim, context));
  AffineExpr expr = toAffineExpr(layout.getOffset(shape), indices, {}, context);
  return expr ? simplifyAffineExpr(expr, shape.size(), 0) : expr;
}

/// Returns true if two expressions are the same function of their dimensions.
static bool areEqual(AffineExpr lhs, AffineExpr rhs, unsigned numDims) {
  return simplifyAffineExpr(lhs - rhs, numDims, /*numSymbols=*/0) ==
         getAffineConstantExpr(0, lhs.getContext());
}

/// Returns true if no quotient or remainder in `expr` has more than one
/// dimension; `expr` is a sum of functions of one dimension each then.
static bool isSumOverDims(AffineExpr expr, unsigned numDims) {
  bool isSum = true;
  expr.walk([&](AffineExpr part) {
    if (part.getKind() == AffineExprKind::Add ||
        part.getKind() == AffineExprKind::Mul)
      return;
    unsigned numUsed = 0;
    for (unsigned dim = 0; dim < numDims; ++dim)
      numUsed += part.isFunctionOfDim(dim);
    isSum &= numUsed <= 1;
  });
  return isSum;
}

/// Returns true if two expressions are equal at all indices of a shape.
static bool areEqualInside(AffineExpr lhs, AffineExpr rhs,
                           ArrayRef<int64_t> shape) {
  unsigned numDims = shape.size();
  // The largest number of indices to compare at.
  constexpr int64_t maxTried = 1 << 16;
  if (!isSumOverDims(lhs, numDims) || !isSumOverDims(rhs, numDims) ||
      llvm::any_of(shape, [](int64_t size) { return size > maxTried; }))
    return false;
  OffsetExpr first = toOffsetExpr(lhs), second = toOffsetExpr(rhs);
  SmallVector<int64_t> index(numDims, 0);
  for (auto [dim, size] : llvm::enumerate(shape)) {
    for (index[dim] = 0; index[dim] < size; ++index[dim])
      if (first.evaluate(index, {}) != second.evaluate(index, {}))
        return false;
    index[dim] = 0;
  }
  return true;
}

static bool hasStrides(const Layout &layout, ArrayRef<int64_t> shape,
                       sa::StridedLayoutAttr strided, OffsetExpr offset) {
  auto strides = layout.getStrides(shape);
  return offset.getConstant() == strided.getOffset() &&
         llvm::all_of(
             llvm::zip_equal(*strides, strided.getStrides()), [](auto pair) {
               return std::get<0>(pair).getConstant() == std::get<1>(pair);
             });
}

static LayoutAttrInterface foldStrided(sa::StridedLayoutAttr layout,
                                       ArrayRef<int64_t> shape) {
  MLIRContext *context = layout.getContext();
  if (hasStrides(Layout::rowMajor(), shape, layout, 0))
    return {};
  if (hasStrides(Layout::colMajor(), shape, layout, 0))
    return ColMajorLayoutAttr::get(context);
  if (shape.size() == 2 && shape[0] != openSize &&
      hasStrides(Layout::toeplitz(), shape, layout, shape[0] - 1))
    return ToeplitzLayoutAttr::get(context);
  return layout;
}

/// Returns the named layout with quotients that equals `map`, with its divisors
/// as parameters.
static LayoutAttrInterface foldAffine(AffineLayoutAttr layout,
                                      ArrayRef<int64_t> shape) {
  MLIRContext *context = layout.getContext();
  SmallVector<int64_t> block(shape.size(), 1);
  AffineExpr map = layout.getMap().getResult(0);
  map.walk([&](AffineExpr expr) {
    if (expr.getKind() != AffineExprKind::Mod &&
        expr.getKind() != AffineExprKind::FloorDiv)
      return;
    auto division = cast<AffineBinaryOpExpr>(expr);
    if (auto dim = dyn_cast<AffineDimExpr>(division.getLHS()))
      block[dim.getPosition()] =
          cast<AffineConstantExpr>(division.getRHS()).getValue();
  });
  // Verifiers of attributes refuse other parameters.
  SmallVector<LayoutAttrInterface> candidates = {
      ZOrderLayoutAttr::get(context)};
  if (!Layout::blocked(block).findFault())
    candidates.insert(candidates.begin(),
                      BlockedLayoutAttr::get(context, block));
  if (shape.size() >= 2 && !Layout::striped(block.back()).findFault())
    candidates.push_back(StripedLayoutAttr::get(context, block.back()));
  llvm::erase_if(candidates, [&](LayoutAttrInterface candidate) {
    return candidate.getLayout().refuse(shape).has_value();
  });
  for (LayoutAttrInterface candidate : candidates)
    if (areEqual(getMap(candidate.getLayout(), shape, context), map,
                 shape.size()))
      return candidate;
  for (LayoutAttrInterface candidate : candidates)
    if (areEqualInside(getMap(candidate.getLayout(), shape, context), map,
                       shape))
      return candidate;
  return layout;
}

/// Returns true if `domain` is the domain of `layout`.
static bool hasDomain(const Layout &layout, AffineMapAttr domain) {
  MLIRContext *context = domain.getContext();
  AffineMap map = domain.getValue();
  unsigned numDims = map.getNumDims();
  SmallVector<AffineExpr> indices;
  for (unsigned dim = 0; dim < numDims; ++dim)
    indices.push_back(getAffineDimExpr(dim, context));
  SmallVector<OffsetExpr> expected = layout.getDomain();
  return expected.size() == map.getNumResults() &&
         llvm::all_of(expected, [&](const OffsetExpr &expr) {
           AffineExpr constraint = toAffineExpr(expr, indices, {}, context);
           return llvm::any_of(map.getResults(), [&](AffineExpr given) {
             return areEqual(given, constraint, numDims);
           });
         });
}

/// A layout that equals another one with a domain.
static LayoutAttrInterface foldDomain(LayoutAttrInterface layout,
                                      AffineMapAttr domain,
                                      ArrayRef<int64_t> shape) {
  MLIRContext *context = domain.getContext();
  SmallVector<LayoutAttrInterface> candidates;
  if (!layout && shape.size() == 2 && shape[0] != openSize)
    for (bool strict : {false, true}) {
      candidates.push_back(LowerTriangularLayoutAttr::get(context, strict));
      candidates.push_back(UpperTriangularLayoutAttr::get(context, strict));
    }
  if (auto strided = dyn_cast_if_present<sa::StridedLayoutAttr>(layout);
      strided && shape.size() == 2) {
    int64_t lower = strided.getOffset(), upper;
    if (strided.getStrides()[1] == 1 &&
        !llvm::SubOverflow(strided.getStrides()[0], lower, upper) &&
        !Layout::banded(lower, upper).findFault())
      candidates.push_back(BandedLayoutAttr::get(context, lower, upper));
  }
  for (LayoutAttrInterface candidate : candidates)
    if (!candidate.getLayout().refuse(shape) &&
        hasDomain(candidate.getLayout(), domain))
      return candidate;
  return {};
}

LayoutAndDomain sa::foldLayout(LayoutAndDomain given, ArrayRef<int64_t> shape) {
  auto [layout, domain] = given;
  // 1. A map without quotients is a strided layout.
  if (auto affine = dyn_cast_if_present<AffineLayoutAttr>(layout)) {
    if (std::optional<LinearMap> linear = getLinearMap(affine.getMap()))
      layout = sa::StridedLayoutAttr::get(affine.getContext(), linear->strides,
                                          linear->offset);
    else
      layout = foldAffine(affine, shape);
  }
  if (auto sliced = dyn_cast_if_present<SlicedLayoutAttr>(layout);
      sliced && !sliced.getSlice() &&
      llvm::all_of(sliced.getSteps(), [](int64_t step) { return step == 1; }))
    layout = {};
  // 2. A strided layout may be a named one; row-major is null.
  if (auto strided = dyn_cast_if_present<sa::StridedLayoutAttr>(layout))
    layout = foldStrided(strided, shape);
  if (isa_and_present<RowMajorLayoutAttr>(layout) ||
      (isa_and_present<ColMajorLayoutAttr>(layout) && shape.size() < 2))
    layout = {};
  // 3. A layout with a domain may be a named one.
  if (domain) {
    if (LayoutAttrInterface named = foldDomain(layout, domain, shape))
      return {named, {}};
  }
  return {layout, domain};
}
