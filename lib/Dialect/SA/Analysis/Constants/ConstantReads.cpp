// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Constants/ConstantReads.h"

#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"
#include "sa/Dialect/SA/IR/SALayoutAttrs.h"

using namespace mlir;
using namespace sa;

namespace {

/// Sums of products with smaller numbers than this stay in 64 bits.
constexpr int64_t maxFactor = 1 << 16;

/// The values of some expressions at the points of a box, one after the other.
class Odometer {
public:
  Odometer(ArrayRef<int64_t> counts, ArrayRef<int64_t> steps,
           ArrayRef<AffineExpr> exprs)
      : counts(counts), steps(steps), index(counts.size(), 0),
        values(exprs.size()) {
    for (AffineExpr expr : exprs) {
      offsets.push_back(toOffsetExpr(expr));
      for (unsigned dim = 0; dim < counts.size(); ++dim) {
        // Most expressions change by the same number at each step.
        int64_t factor =
            getAffineFactor(expr, dim, counts.size(), 0).value_or(maxFactor);
        isLinear &= std::abs(factor) < maxFactor && steps[dim] < maxFactor;
        factors.push_back(isLinear ? factor * steps[dim] : 0);
      }
    }
    evaluate();
  }

  ArrayRef<int64_t> getValues() const { return values; }

  void next() {
    for (size_t dim = counts.size(); dim-- > 0;) {
      if (++index[dim] < counts[dim]) {
        move(dim, 1);
        break;
      }
      move(dim, 1 - index[dim]);
      index[dim] = 0;
    }
    if (!isLinear)
      evaluate();
  }

private:
  void move(size_t dim, int64_t by) {
    for (size_t expr = 0; expr < values.size(); ++expr)
      values[expr] += factors[expr * counts.size() + dim] * by;
  }
  void evaluate() {
    SmallVector<int64_t> point;
    for (auto [number, step] : llvm::zip_equal(index, steps))
      point.push_back(number * step);
    // A subscript that 64 bits do not hold lies outside of the constant.
    for (auto [value, offset] : llvm::zip_equal(values, offsets))
      value = offset.evaluate(point, {}).value_or(-1);
  }

  ArrayRef<int64_t> counts, steps;
  SmallVector<int64_t> index, values, factors;
  SmallVector<OffsetExpr> offsets;
  bool isLinear = true;
};

} // namespace

std::optional<int64_t> ConstantReads::getNumPoints() const {
  int64_t numPoints = 1;
  for (int64_t count : counts) {
    if (count == 0)
      return 0;
    if (count > maxReadPoints / numPoints)
      return std::nullopt;
    numPoints *= count;
  }
  return numPoints;
}

void ConstantReads::visit(
    llvm::function_ref<void(int64_t, int64_t)> visit) const {
  Odometer indices(counts, steps, subscripts);
  for (int64_t point = 0, end = *getNumPoints(); point < end; ++point) {
    int64_t position = 0;
    for (auto [value, size] : llvm::zip_equal(indices.getValues(), shape)) {
      if (value < 0 || value >= size) {
        position = -1;
        break;
      }
      position = position * size + value;
    }
    visit(point, position);
    indices.next();
  }
}
