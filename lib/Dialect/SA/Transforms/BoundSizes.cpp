// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BoundSizes.h"

#include "ZeroPoint.h"
#include "mlir/IR/IntegerSet.h"
#include "sa/Dialect/SA/Analysis/ConstantReads.h"
#include "sa/Dialect/SA/Analysis/NestAccesses.h"
#include "sa/Dialect/SA/IR/LargestSize.h"

using namespace mlir;
using namespace sa;

/// Of a number that may be anything.
static constexpr AffineRange anyNumber = {std::numeric_limits<int64_t>::min(),
                                          std::numeric_limits<int64_t>::max()};

namespace {

/// Finds out how far the indices of a nest can run.
class Bounds {
public:
  explicit Bounds(const NestAccesses &accesses);

  /// How many values the index at `position` has at the most; nothing when no
  /// constant and no constraint tells.
  std::optional<int64_t> find(unsigned position);

private:
  /// The least number from which on `isOutside` holds for ranges of an index.
  /// When it holds for a range, it holds for each part of it.
  std::optional<int64_t>
  search(unsigned position,
         llvm::function_ref<bool(ArrayRef<AffineRange>)> isOutside);
  std::optional<int64_t> findInAccess(unsigned position, const Access &access);

  const NestAccesses &accesses;
  SmallVector<AffineRange> ranges, symbols;
  SmallVector<const Access *> reads;
  /// True when the nest does nothing where it reads zeros, or nothing.
  bool needsReads = false;
};

} // namespace

Bounds::Bounds(const NestAccesses &accesses) : accesses(accesses) {
  NestOp nest = accesses.getNest();
  for (int64_t size : nest.getStaticSizes())
    ranges.push_back({0, ShapedType::isDynamic(size)
                             ? largestSize
                             : std::max<int64_t>(size, 1) - 1});
  for (unsigned symbol = 0; symbol < accesses.getNumSymbols(); ++symbol)
    symbols.push_back(accesses.isSize(symbol) ? AffineRange{0, largestSize}
                                              : anyNumber);
  SmallVector<LoadOp> loads;
  for (const Access &access : accesses.getAccesses())
    if (access.array.getDefiningOp<ConstOp>()) {
      reads.push_back(&access);
      loads.push_back(cast<LoadOp>(access.op));
    }
  needsReads = doesNothingAtZeros(nest, loads);
}

std::optional<int64_t>
Bounds::search(unsigned position,
               llvm::function_ref<bool(ArrayRef<AffineRange>)> isOutside) {
  SmallVector<AffineRange> tried(ranges);
  auto holdsFrom = [&](int64_t first) {
    tried[position].low = first;
    return isOutside(tried);
  };
  if (!holdsFrom(maxReadPoints))
    return std::nullopt;
  int64_t low = 0, high = maxReadPoints;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (holdsFrom(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

std::optional<int64_t> Bounds::findInAccess(unsigned position,
                                            const Access &access) {
  ArrayRef<int64_t> shape = cast<ArrayType>(access.array.getType()).getShape();
  SmallVector<AffineRange> inner;
  for (Operation *op : access.loops) {
    auto loop = cast<affine::AffineForOp>(op);
    inner.push_back(loop.hasConstantBounds()
                        ? AffineRange{loop.getConstantLowerBound(),
                                      loop.getConstantUpperBound() - 1}
                        : anyNumber);
  }
  return search(position, [&](ArrayRef<AffineRange> tried) {
    SmallVector<AffineRange> dims(tried);
    llvm::append_range(dims, inner);
    for (auto [subscript, size] :
         llvm::zip_equal(access.map.getResults(), shape)) {
      std::optional<AffineRange> range =
          getAffineRange(subscript, dims, symbols);
      if (range && (range->low >= size || range->high < 0))
        return true;
    }
    return false;
  });
}

std::optional<int64_t> Bounds::find(unsigned position) {
  std::optional<int64_t> bound;
  auto tighten = [&](std::optional<int64_t> other) {
    if (other && (!bound || *other < *bound))
      bound = other;
  };
  // 1. What is read at every point, and what constrains them.
  for (AffineExpr constraint : accesses.getConstraints())
    tighten(search(position, [&](ArrayRef<AffineRange> tried) {
      std::optional<AffineRange> range =
          getAffineRange(constraint, tried, symbols);
      return range && range->high < 0;
    }));
  for (const Access *access : reads)
    if (access->isPlain())
      tighten(findInAccess(position, *access));

  // 2. Points that read nothing do nothing.
  std::optional<int64_t> ofAll = 0;
  for (const Access *access : reads) {
    std::optional<int64_t> ofOne = findInAccess(position, *access);
    ofAll =
        ofAll && ofOne ? std::max(*ofAll, *ofOne) : std::optional<int64_t>();
  }
  if (needsReads)
    tighten(ofAll);
  if (bound)
    ranges[position].high = std::max<int64_t>(*bound, 1) - 1;
  return bound;
}

/// Sets the sizes of a nest that are known now; the values that they were are
/// constraints.
static void setSizes(NestOp nest, ArrayRef<std::optional<int64_t>> bounds) {
  MLIRContext *context = nest.getContext();
  SmallVector<AffineExpr> constraints = nest.getConstraints();
  unsigned numSymbols = nest.getWhereSymbols().size();
  SmallVector<int64_t> staticSizes;
  SmallVector<Value> dynamicSizes, added;
  for (auto [position, size] : llvm::enumerate(nest.getMixedSizes())) {
    staticSizes.push_back(nest.getStaticSizes()[position]);
    auto value = dyn_cast<Value>(size);
    if (!value)
      continue;
    if (!bounds[position]) {
      dynamicSizes.push_back(value);
      continue;
    }
    staticSizes.back() = *bounds[position];
    constraints.push_back(
        getAffineSymbolExpr(numSymbols + added.size(), context) - 1 -
        getAffineDimExpr(position, context));
    added.push_back(value);
  }
  nest.getDynamicSizesMutable().assign(dynamicSizes);
  nest.setStaticSizes(staticSizes);
  nest.getWhereSymbolsMutable().append(added);
  SmallVector<bool> isEquality(constraints.size(), false);
  nest.setWhereAttr(IntegerSetAttr::get(IntegerSet::get(
      nest.getRank(), numSymbols + added.size(), constraints, isEquality)));
}

std::optional<NestOp> sa::boundSizes(NestOp nest) {
  if (nest.getDynamicSizes().empty())
    return std::nullopt;
  ScopedDiagnosticHandler silence(nest.getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
  if (failed(accesses))
    return std::nullopt;

  // 1. The indices that say what is read of constants.
  SmallVector<std::optional<int64_t>> bounds(nest.getRank());
  Bounds search(*accesses);
  bool isBounded = false;
  for (unsigned position = 0; position < nest.getRank(); ++position) {
    bool isOpen = ShapedType::isDynamic(nest.getStaticSizes()[position]);
    bool isUsed =
        llvm::any_of(accesses->getAccesses(), [&](const Access &access) {
          return access.array.getDefiningOp<ConstOp>() &&
                 access.map.isFunctionOfDim(position);
        });
    if (isOpen && isUsed)
      bounds[position] = search.find(position);
    isBounded |= bounds[position].has_value();
  }
  if (!isBounded)
    return std::nullopt;

  // 2. The nest.
  OpBuilder builder(nest);
  auto bounded = cast<NestOp>(builder.clone(*nest));
  setSizes(bounded, bounds);
  return bounded;
}
