// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IndexCandidates.h"

using namespace mlir;
using namespace sa;

/// More points than this are too many.
static constexpr size_t maxCandidates = 2048;
/// Remainders by larger numbers are not tried one by one.
static constexpr int64_t maxDivisor = 8;

namespace {

/// Makes points that may be the best, as expressions of the symbols.
class Candidates {
public:
  Candidates(const NestAccesses &nest, AffineExpr index)
      : nest(nest), context(index.getContext()) {
    for (unsigned dim = 0; dim < nest.getRank(); ++dim)
      values.push_back({getAffineConstantExpr(0, context)});
    for (unsigned dim = 0; dim < nest.getRank(); ++dim)
      if (index.isFunctionOfDim(dim) ||
          llvm::any_of(nest.getConstraints(), [&](AffineExpr constraint) {
            return constraint.isFunctionOfDim(dim);
          }))
        add(dim, nest.getSizes()[dim] - 1);
    for (AffineExpr constraint : nest.getConstraints()) {
      addBounds(constraint);
      addRemainders(constraint);
    }
    addRemainders(index);
  }

  FailureOr<SmallVector<SmallVector<AffineExpr>>> get() const {
    SmallVector<SmallVector<AffineExpr>> points = {{}};
    for (ArrayRef<AffineExpr> choices : values) {
      SmallVector<SmallVector<AffineExpr>> longer;
      if (points.size() * choices.size() > maxCandidates)
        return failure();
      for (const SmallVector<AffineExpr> &point : points)
        for (AffineExpr choice : choices) {
          longer.push_back(point);
          longer.back().push_back(choice);
        }
      points = std::move(longer);
    }
    // What is said by means of other indices, which have values too.
    for (SmallVector<AffineExpr> &point : points)
      for (unsigned step = 0; step < nest.getRank(); ++step) {
        SmallVector<AffineExpr> known = point;
        for (AffineExpr &value : point)
          value = simplifyAffineExpr(value.replaceDims(known), nest.getRank(),
                                     nest.getNumSymbols());
      }
    llvm::erase_if(points, [](ArrayRef<AffineExpr> point) {
      return llvm::any_of(point, [](AffineExpr value) {
        return !value.isSymbolicOrConstant();
      });
    });
    return points;
  }

private:
  void add(unsigned dim, AffineExpr value) {
    value = simplifyAffineExpr(value, nest.getRank(), nest.getNumSymbols());
    if (!llvm::is_contained(values[dim], value))
      values[dim].push_back(value);
  }

  /// The factor of an index in `expr`, and what else is added up there. No
  /// factor when the index is also part of a quotient or remainder.
  std::pair<int64_t, AffineExpr> split(AffineExpr expr, unsigned dim) const {
    AffineExpr zero = getAffineConstantExpr(0, context);
    AffineExpr rest = expr.replace(getAffineDimExpr(dim, context), zero);
    auto factor = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(expr.replace(getAffineDimExpr(dim, context),
                                        getAffineDimExpr(dim, context) + 1) -
                               expr,
                           nest.getRank(), nest.getNumSymbols()));
    return {factor ? factor.getValue() : 0, rest};
  }

  /// Where the constraint is just kept.
  void addBounds(AffineExpr constraint) {
    for (unsigned dim = 0; dim < nest.getRank(); ++dim) {
      auto [factor, rest] = split(constraint, dim);
      if (factor < 0)
        add(dim, rest.floorDiv(-factor));
      else if (factor > 0)
        add(dim, (-rest).ceilDiv(factor));
    }
  }

  /// The last index before the end, and the first one, for which a dividend
  /// leaves the largest or the smallest remainder.
  void addRemainders(AffineExpr expr) {
    expr.walk([&](AffineExpr part) {
      if (part.getKind() != AffineExprKind::Mod &&
          part.getKind() != AffineExprKind::FloorDiv &&
          part.getKind() != AffineExprKind::CeilDiv)
        return;
      auto binary = cast<AffineBinaryOpExpr>(part);
      int64_t divisor = cast<AffineConstantExpr>(binary.getRHS()).getValue();
      for (unsigned dim = 0; dim < nest.getRank(); ++dim) {
        if (!part.isFunctionOfDim(dim))
          continue;
        AffineExpr last = nest.getSizes()[dim] - 1;
        auto [factor, rest] = split(binary.getLHS(), dim);
        if (factor == 1 || factor == -1) {
          for (int64_t remainder : {divisor - 1, int64_t(0)}) {
            // The index leaves this remainder then.
            AffineExpr own = (remainder - rest) * factor;
            add(dim, own % divisor);
            add(dim, last - (last - own) % divisor);
          }
        } else if (divisor <= maxDivisor) {
          for (int64_t i = 1; i < divisor; ++i) {
            add(dim, getAffineConstantExpr(i, context));
            add(dim, last - i);
          }
        }
      }
    });
  }

  const NestAccesses &nest;
  MLIRContext *context;
  SmallVector<SmallVector<AffineExpr>> values;
};

} // namespace

FailureOr<SmallVector<SmallVector<AffineExpr>>>
sa::getCandidates(const NestAccesses &nest, AffineExpr index) {
  return Candidates(nest, index).get();
}
