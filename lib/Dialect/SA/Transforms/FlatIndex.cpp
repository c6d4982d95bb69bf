// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FlatIndex.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;

namespace {

/// An index as a value, or nothing, plus a constant.
struct Sum {
  Value base;
  int64_t constant = 0;
};

} // namespace

static Sum getSum(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return {Value(), *constant};
  if (auto add = index.getDefiningOp<arith::AddIOp>())
    if (std::optional<int64_t> constant = getConstantIntValue(add.getRhs()))
      return {add.getLhs(), *constant};
  return {index, 0};
}

bool sa::differByConstant(Value lhs, Value rhs) {
  Sum a = getSum(lhs), b = getSum(rhs);
  return a.base == b.base && a.constant != b.constant;
}

/// True for nothing and for a multiple of two.
static bool isEven(Value base) {
  if (!base)
    return true;
  auto product = base.getDefiningOp<arith::MulIOp>();
  if (!product)
    return false;
  std::optional<int64_t> factor = getConstantIntValue(product.getRhs());
  return factor && *factor % 2 == 0;
}

bool sa::areEvenAndOdd(Value lhs, Value rhs) {
  Sum a = getSum(lhs), b = getSum(rhs);
  return isEven(a.base) && isEven(b.base) && (a.constant ^ b.constant) % 2 != 0;
}

namespace {

/// An index as a sum of values with constant factors, and a constant.
struct LinearForm {
  llvm::MapVector<Value, int64_t> factors;
  int64_t constant = 0;

  /// False when a number is too large.
  bool add(Value index, int64_t factor);
};

} // namespace

bool LinearForm::add(Value index, int64_t factor) {
  int64_t scaled;
  if (std::optional<int64_t> number = getConstantIntValue(index))
    return !llvm::MulOverflow(*number, factor, scaled) &&
           !llvm::AddOverflow(constant, scaled, constant);
  if (auto sum = index.getDefiningOp<arith::AddIOp>())
    return add(sum.getLhs(), factor) && add(sum.getRhs(), factor);
  if (auto difference = index.getDefiningOp<arith::SubIOp>())
    return !llvm::MulOverflow(factor, int64_t(-1), scaled) &&
           add(difference.getLhs(), factor) && add(difference.getRhs(), scaled);
  if (auto product = index.getDefiningOp<arith::MulIOp>())
    if (std::optional<int64_t> number = getConstantIntValue(product.getRhs()))
      return !llvm::MulOverflow(*number, factor, scaled) &&
             add(product.getLhs(), scaled);
  if (auto shift = index.getDefiningOp<arith::ShLIOp>())
    if (std::optional<int64_t> bits = getConstantIntValue(shift.getRhs());
        bits && *bits >= 0 && *bits < 62)
      return !llvm::MulOverflow(int64_t(1) << *bits, factor, scaled) &&
             add(shift.getLhs(), scaled);
  return !llvm::AddOverflow(factors[index], factor, factors[index]);
}

namespace {

/// How far an index moves with an iteration of a loop, and how many iterations
/// two of them are apart at the most; nothing when that is not known.
struct Stride {
  int64_t distance;
  std::optional<int64_t> most;
};

} // namespace

/// The strides of an index in `loop` and the loops in it; nothing when values
/// that change in the loop are no loops' indices.
static std::optional<SmallVector<Stride>> getStrides(const LinearForm &form,
                                                     scf::ForOp loop) {
  SmallVector<Stride> strides;
  for (auto [value, factor] : form.factors) {
    if (factor == 0 || loop.isDefinedOutsideOfLoop(value))
      continue;
    scf::ForOp inner = scf::getForInductionVarOwner(value);
    std::optional<int64_t> step =
        inner ? getConstantIntValue(inner.getStep()) : std::nullopt;
    int64_t distance;
    if (!step || llvm::MulOverflow(factor, *step, distance))
      return std::nullopt;
    std::optional<llvm::APInt> count = inner.getStaticTripCount();
    std::optional<int64_t> most;
    if (count && count->isSignedIntN(62))
      most = std::max<int64_t>(count->getSExtValue() - 1, 0);
    strides.push_back({std::abs(distance), most});
  }
  return strides;
}

bool sa::areApartInLoop(const FlatBlock &lhs, const FlatBlock &rhs,
                        scf::ForOp loop) {
  // 1. The same loops move both by the same distances.
  LinearForm first, second;
  if (!first.add(lhs.first, 1) || !second.add(rhs.first, 1))
    return false;
  for (auto [value, factor] : first.factors)
    if (factor != second.factors.lookup(value))
      return false;
  for (auto [value, factor] : second.factors)
    if (factor != first.factors.lookup(value))
      return false;
  std::optional<SmallVector<Stride>> strides = getStrides(first, loop);
  if (!strides)
    return false;

  // 2. The blocks meet when iterations move them by more than `low` and less
  //    than `high`.
  int64_t between = second.constant - first.constant;
  int64_t low = between - lhs.size, high = between + rhs.size;
  int64_t reach = std::max(std::abs(low), std::abs(high));

  // 3. A loop that moves them further than all the others together, and the
  //    reach, must be in the same iteration for both.
  llvm::sort(*strides, [](const Stride &one, const Stride &other) {
    return one.distance < other.distance;
  });
  while (!strides->empty()) {
    int64_t others = reach;
    bool isKnown = true;
    for (const Stride &stride : ArrayRef(*strides).drop_back()) {
      int64_t most = 0;
      isKnown &= stride.most &&
                 !llvm::MulOverflow(stride.distance, *stride.most, most) &&
                 !llvm::AddOverflow(others, most, others);
    }
    if (!isKnown || strides->back().distance < others)
      break;
    strides->pop_back();
  }

  // 4. The rest move them by multiples of what their strides share.
  int64_t shared = 0;
  for (const Stride &stride : *strides)
    shared = std::gcd(shared, stride.distance);
  if (shared == 0)
    return low >= 0 || high <= 0;
  // The first multiple above `low`.
  int64_t multiple = (llvm::divideFloorSigned(low, shared) + 1) * shared;
  return multiple >= high;
}
