// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaneGrowth.h"

#include "sa/Dialect/SA/Analysis/Affine/LinearIndex.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <numeric>

using namespace mlir;
using namespace sa;

namespace {

class LaneGrowth {
public:
  LaneGrowth(OperandRange indices, ArrayRef<int64_t> increments,
             int64_t numLanes)
      : indices(indices), increments(increments), numLanes(numLanes) {}

  std::optional<int64_t> get(const OffsetExpr &expr) const {
    using Kind = OffsetExpr::Kind;
    switch (expr.getKind()) {
    case Kind::Constant:
    case Kind::Size:
      return 0;
    case Kind::Index:
      return increments[expr.getDim()];
    default:
      break;
    }
    std::optional<int64_t> lhs = get(expr.getLHS()), rhs = get(expr.getRHS());
    if (!lhs || !rhs)
      return std::nullopt;
    if (*lhs == 0 && *rhs == 0)
      return 0;
    switch (expr.getKind()) {
    case Kind::Add:
      return *lhs + *rhs;
    case Kind::Mul:
      if (std::optional<int64_t> factor = expr.getRHS().getConstant())
        return *lhs * *factor;
      if (std::optional<int64_t> factor = expr.getLHS().getConstant())
        return *rhs * *factor;
      return std::nullopt;
    case Kind::FloorDiv:
      return getQuotient(expr.getLHS(), *lhs, expr.getRHS().getValue());
    case Kind::Mod: {
      int64_t divisor = expr.getRHS().getValue();
      std::optional<int64_t> quotient =
          getQuotient(expr.getLHS(), *lhs, divisor);
      if (!quotient)
        return std::nullopt;
      return *lhs - *quotient * divisor;
    }
    default:
      return std::nullopt;
    }
  }

private:
  /// Returns the growth of a quotient whose dividend grows by `growth`.
  std::optional<int64_t> getQuotient(const OffsetExpr &dividend, int64_t growth,
                                     int64_t divisor) const {
    if (growth % divisor == 0)
      return growth / divisor;
    // All the lanes may lie between two multiples of a divisor of the divisor.
    Residue first = getResidue(dividend, divisor);
    int64_t last = first.remainder + (numLanes - 1) * growth;
    if (last < 0 || last >= first.modulus)
      return std::nullopt;
    return 0;
  }

  /// Returns what is known of the remainder of `expr` in the first lane.
  Residue getResidue(const OffsetExpr &expr, int64_t modulus) const {
    using Kind = OffsetExpr::Kind;
    switch (expr.getKind()) {
    case Kind::Constant:
      return {modulus, llvm::mod(expr.getValue(), modulus)};
    case Kind::Index:
      return sa::getResidue(indices[expr.getDim()], modulus);
    case Kind::Add: {
      Residue lhs = getResidue(expr.getLHS(), modulus);
      Residue rhs = getResidue(expr.getRHS(), modulus);
      int64_t common = std::gcd(lhs.modulus, rhs.modulus);
      return {common, (lhs.remainder + rhs.remainder) % common};
    }
    case Kind::Mul:
      if (std::optional<int64_t> factor = expr.getRHS().getConstant())
        return multiply(getResidue(expr.getLHS(), modulus), *factor, modulus);
      return {};
    default:
      return {};
    }
  }

  static Residue multiply(Residue residue, int64_t factor, int64_t modulus) {
    // Products of two remainders fit into 64 bits.
    if (modulus > std::numeric_limits<int32_t>::max())
      return {};
    int64_t part = llvm::mod(factor, modulus);
    int64_t common = std::gcd(modulus, part * residue.modulus);
    return {common, part * residue.remainder % common};
  }

  OperandRange indices;
  ArrayRef<int64_t> increments;
  int64_t numLanes;
};

} // namespace

std::optional<int64_t> sa::getLaneGrowth(const OffsetExpr &offset,
                                         OperandRange indices,
                                         ArrayRef<int64_t> increments,
                                         int64_t numLanes) {
  return LaneGrowth(indices, increments, numLanes).get(offset);
}
