// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Affine/LinearIndex.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <numeric>

using namespace mlir;
using namespace sa;

void LinearIndex::add(const LinearIndex &other, int64_t factor) {
  // 64 bits wrap in kernels as they do here.
  auto multiply = [&](int64_t number) {
    return static_cast<int64_t>(static_cast<uint64_t>(number) *
                                static_cast<uint64_t>(factor));
  };
  auto sum = [](int64_t lhs, int64_t rhs) {
    return static_cast<int64_t>(static_cast<uint64_t>(lhs) +
                                static_cast<uint64_t>(rhs));
  };
  constant = sum(constant, multiply(other.constant));
  for (auto [value, number] : other.factors) {
    int64_t &own = factors[value];
    own = sum(own, multiply(number));
  }
  factors.remove_if([](auto &entry) { return entry.second == 0; });
}

namespace {

/// Reads sums, each value once: sums may share their parts, and would have as
/// many terms as there are ways to them.
class SumReader {
public:
  LinearIndex read(Value index) {
    if (auto found = known.find(index); found != known.end())
      return found->second;
    LinearIndex sum = compute(index);
    known[index] = sum;
    return sum;
  }
  std::optional<LinearIndex> read(AffineExpr expr, unsigned numDims,
                                  ValueRange operands);

private:
  LinearIndex compute(Value index);

  llvm::DenseMap<Value, LinearIndex> known;
};

} // namespace

std::optional<LinearIndex> SumReader::read(AffineExpr expr, unsigned numDims,
                                           ValueRange operands) {
  LinearIndex result;
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    result.constant = cast<AffineConstantExpr>(expr).getValue();
    return result;
  case AffineExprKind::DimId:
    return read(operands[cast<AffineDimExpr>(expr).getPosition()]);
  case AffineExprKind::SymbolId:
    return read(operands[numDims + cast<AffineSymbolExpr>(expr).getPosition()]);
  default:
    break;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<LinearIndex> lhs = read(binary.getLHS(), numDims, operands);
  std::optional<LinearIndex> rhs = read(binary.getRHS(), numDims, operands);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add) {
    lhs->add(*rhs);
    return lhs;
  }
  if (expr.getKind() == AffineExprKind::Mul) {
    if (lhs->isConstant())
      std::swap(lhs, rhs);
    if (!rhs->isConstant())
      return std::nullopt;
    result.add(*lhs, rhs->constant);
    return result;
  }
  if (!lhs->isConstant() || !rhs->isConstant() || rhs->constant <= 0)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::FloorDiv)
    result.constant = llvm::divideFloorSigned(lhs->constant, rhs->constant);
  else if (expr.getKind() == AffineExprKind::CeilDiv)
    result.constant = llvm::divideCeilSigned(lhs->constant, rhs->constant);
  else
    result.constant = llvm::mod(lhs->constant, rhs->constant);
  return result;
}

LinearIndex SumReader::compute(Value index) {
  LinearIndex result;
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant))) {
    result.constant = constant.getSExtValue();
    return result;
  }
  Operation *op = index.getDefiningOp();
  if (auto apply = dyn_cast_or_null<affine::AffineApplyOp>(op)) {
    AffineMap map = apply.getAffineMap();
    if (std::optional<LinearIndex> sum =
            read(map.getResult(0), map.getNumDims(), apply.getMapOperands()))
      return *sum;
  } else if (isa_and_nonnull<arith::AddIOp, index::AddOp>(op)) {
    result = read(op->getOperand(0));
    result.add(read(op->getOperand(1)));
    return result;
  } else if (isa_and_nonnull<arith::SubIOp, index::SubOp>(op)) {
    result = read(op->getOperand(0));
    result.add(read(op->getOperand(1)), -1);
    return result;
  } else if (isa_and_nonnull<arith::MulIOp, index::MulOp>(op)) {
    LinearIndex lhs = read(op->getOperand(0));
    LinearIndex rhs = read(op->getOperand(1));
    if (lhs.isConstant())
      std::swap(lhs, rhs);
    if (rhs.isConstant()) {
      result.add(lhs, rhs.constant);
      return result;
    }
  } else if (auto shift = dyn_cast_or_null<arith::ShLIOp>(op)) {
    if (std::optional<int64_t> bits = getConstantIntValue(shift.getRhs());
        bits && *bits >= 0 && *bits < 62) {
      result.add(read(shift.getLhs()), int64_t(1) << *bits);
      return result;
    }
  }
  result.factors[index] = 1;
  return result;
}

LinearIndex sa::getLinearIndex(Value index) { return SumReader().read(index); }

std::optional<LinearIndex> sa::getLinearIndex(AffineExpr expr, unsigned numDims,
                                              ValueRange operands) {
  return SumReader().read(expr, numDims, operands);
}

std::optional<int64_t> sa::getDistance(const LinearIndex &lhs,
                                       const LinearIndex &rhs) {
  LinearIndex difference = lhs;
  difference.add(rhs, -1);
  if (!difference.isConstant())
    return std::nullopt;
  return difference.constant;
}

Value sa::createIndex(OpBuilder &builder, Location loc,
                      const LinearIndex &index) {
  if (index.isConstant())
    return arith::ConstantIndexOp::create(builder, loc, index.constant);
  if (index.constant == 0 && index.factors.size() == 1 &&
      index.factors.front().second == 1)
    return index.factors.front().first;
  // What is computed by other means than `affine.apply` is no affine operand.
  if (llvm::any_of(index.factors, [](const auto &entry) {
        return !affine::isValidDim(entry.first) &&
               !affine::isValidSymbol(entry.first);
      })) {
    Value sum = arith::ConstantIndexOp::create(builder, loc, index.constant);
    for (auto [value, factor] : index.factors) {
      Value product = builder.createOrFold<arith::MulIOp>(
          loc, value, arith::ConstantIndexOp::create(builder, loc, factor));
      sum = builder.createOrFold<arith::AddIOp>(loc, sum, product);
    }
    return sum;
  }
  AffineExpr sum = builder.getAffineConstantExpr(index.constant);
  SmallVector<Value> operands;
  for (auto [value, factor] : index.factors) {
    sum = sum + builder.getAffineDimExpr(operands.size()) * factor;
    operands.push_back(value);
  }
  auto map = AffineMap::get(operands.size(), 0, sum);
  affine::canonicalizeMapAndOperands(&map, &operands);
  return affine::AffineApplyOp::create(builder, loc, map, operands);
}

std::optional<int64_t> sa::getTripCount(affine::AffineForOp loop) {
  AffineMap lowerMap = loop.getLowerBoundMap(),
            upperMap = loop.getUpperBoundMap();
  std::optional<int64_t> least;
  for (AffineExpr lowerExpr : lowerMap.getResults())
    for (AffineExpr upperExpr : upperMap.getResults()) {
      std::optional<LinearIndex> lower = getLinearIndex(
          lowerExpr, lowerMap.getNumDims(), loop.getLowerBoundOperands());
      std::optional<LinearIndex> upper = getLinearIndex(
          upperExpr, upperMap.getNumDims(), loop.getUpperBoundOperands());
      if (!lower || !upper)
        return std::nullopt;
      std::optional<int64_t> distance = getDistance(*upper, *lower);
      if (!distance)
        return std::nullopt;
      least = least ? std::min(*least, *distance) : *distance;
    }
  if (!least)
    return std::nullopt;
  return llvm::divideCeilSigned(std::max<int64_t>(*least, 0),
                                loop.getStepAsInt());
}

std::optional<LinearIndex> sa::getStart(affine::AffineForOp loop) {
  AffineMap map = loop.getLowerBoundMap();
  std::optional<LinearIndex> start;
  for (AffineExpr expr : map.getResults()) {
    std::optional<LinearIndex> bound =
        getLinearIndex(expr, map.getNumDims(), loop.getLowerBoundOperands());
    if (!bound)
      return std::nullopt;
    std::optional<int64_t> distance =
        start ? getDistance(*bound, *start) : std::optional<int64_t>(1);
    if (!distance)
      return std::nullopt;
    if (*distance > 0)
      start = bound;
  }
  return start;
}

/// The first value of a loop's index and the distance to the next one.
static std::optional<std::pair<LinearIndex, int64_t>>
getStartAndStep(Value index) {
  if (affine::AffineForOp loop = affine::getForInductionVarOwner(index)) {
    if (std::optional<LinearIndex> start = getStart(loop))
      return std::pair(*start, loop.getStepAsInt());
    return std::nullopt;
  }
  auto argument = dyn_cast<BlockArgument>(index);
  auto loop = argument ? dyn_cast_or_null<LoopLikeOpInterface>(
                             argument.getOwner()->getParentOp())
                       : nullptr;
  if (!loop)
    return std::nullopt;
  auto indices = loop.getLoopInductionVars();
  auto starts = loop.getLoopLowerBounds(), steps = loop.getLoopSteps();
  if (!indices || !starts || !steps)
    return std::nullopt;
  for (auto [own, start, step] : llvm::zip_equal(*indices, *starts, *steps)) {
    std::optional<int64_t> distance = getConstantIntValue(step);
    if (own != index || !distance)
      continue;
    LinearIndex first;
    if (auto value = dyn_cast<Value>(start))
      first = getLinearIndex(value);
    else
      first.constant = *getConstantIntValue(start);
    return std::pair(first, *distance);
  }
  return std::nullopt;
}

/// The same as for an index, of a sum.
static Residue getResidue(const LinearIndex &sum, int64_t modulus) {
  Residue result = {modulus, llvm::mod(sum.constant, modulus)};
  for (auto [value, factor] : sum.factors) {
    int64_t part = llvm::mod(factor, modulus);
    // Without a loop, a value is any number.
    Residue first;
    int64_t step = 1;
    if (auto range = getStartAndStep(value)) {
      first = getResidue(range->first, modulus);
      step = llvm::mod(range->second, modulus);
    }
    result.modulus =
        std::gcd(result.modulus, std::gcd(part * step, part * first.modulus));
    result.remainder =
        llvm::mod(result.remainder + part * first.remainder, modulus);
  }
  result.remainder = llvm::mod(result.remainder, result.modulus);
  return result;
}

Residue sa::getResidue(Value index, int64_t modulus) {
  // Products of two remainders fit into 64 bits.
  if (modulus > std::numeric_limits<int32_t>::max())
    return {};
  return ::getResidue(getLinearIndex(index), modulus);
}
