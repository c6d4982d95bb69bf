// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Loops/LoopSpace.h"

#include "mlir/Analysis/Presburger/Simplex.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"
#include "sa/Dialect/SA/Analysis/Accesses/AccessText.h"
#include "sa/Dialect/SA/IR/ArrayValues.h"
#include "sa/Dialect/SA/IR/Rounds.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;
using affine::AffineIfOp;

using Exprs = SmallVector<AffineExpr>;

LoopSpace::LoopSpace(AffineForOp loop)
    : context(loop.getContext()), func(loop->getParentOfType<FuncOp>()) {
  for (auto outer = loop->getParentOfType<AffineForOp>(); outer;
       outer = outer->getParentOfType<AffineForOp>())
    loops.insert(loops.begin(), outer);
  loop.walk<WalkOrder::PreOrder>(
      [&](AffineForOp inner) { loops.push_back(inner); });
  for (auto [position, numbered] : llvm::enumerate(loops))
    positions[numbered] = position;
}

AffineExpr LoopSpace::getDimExpr(AffineForOp loop) const {
  return getAffineDimExpr(getDim(loop), context);
}

AffineExpr LoopSpace::getSymbol(const Twine &name, Value value, bool isSize) {
  std::string text = name.str();
  auto *found = llvm::find_if(
      symbols, [&](const Symbol &symbol) { return symbol.name == text; });
  unsigned position = found - symbols.begin();
  if (found == symbols.end())
    symbols.push_back({text, value, isSize});
  return getAffineSymbolExpr(position, context);
}

AffineExpr LoopSpace::getSize(Value array, unsigned dim) {
  int64_t size = cast<ArrayType>(array.getType()).getShape()[dim];
  if (size != ShapedType::kDynamic)
    return getAffineConstantExpr(size, context);
  return getSymbol(getSizeName(array, dim), /*value=*/{}, /*isSize=*/true);
}

AffineExpr LoopSpace::getExpr(Value value) {
  if (auto found = exprs.find(value); found != exprs.end())
    return found->second;
  AffineExpr expr = computeExpr(value);
  exprs[value] = expr;
  return expr;
}

AffineExpr LoopSpace::computeExpr(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return getAffineConstantExpr(constant.getSExtValue(), context);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (parent == func)
      return getSymbol(func.getArgName(argument.getArgNumber()), value,
                       getRoundLimit(value) || isSizeArgument(value));
    auto loop = dyn_cast<AffineForOp>(parent);
    bool isIndex =
        loop && positions.contains(loop) && value == loop.getInductionVar();
    return isIndex ? getDimExpr(loop) : AffineExpr();
  }

  Operation *op = value.getDefiningOp();
  auto combine = [&](auto combineExprs) -> AffineExpr {
    AffineExpr lhs = getExpr(op->getOperand(0));
    AffineExpr rhs = lhs ? getExpr(op->getOperand(1)) : AffineExpr();
    return rhs ? combineExprs(lhs, rhs) : AffineExpr();
  };
  auto byConstant = [&](auto divide) {
    return [=](AffineExpr l, AffineExpr r) {
      auto divisor = dyn_cast<AffineConstantExpr>(r);
      return divisor && divisor.getValue() > 0 ? divide(l, r) : AffineExpr();
    };
  };
  AffineExpr expr =
      TypeSwitch<Operation *, AffineExpr>(op)
          .Case<arith::AddIOp, index::AddOp>([&](Operation *) {
            return combine([](AffineExpr l, AffineExpr r) { return l + r; });
          })
          .Case<arith::SubIOp, index::SubOp>([&](Operation *) {
            return combine([](AffineExpr l, AffineExpr r) { return l - r; });
          })
          .Case<arith::MulIOp, index::MulOp>([&](Operation *) {
            return combine([](AffineExpr l, AffineExpr r) {
              bool isAffine =
                  isa<AffineConstantExpr>(l) || isa<AffineConstantExpr>(r);
              return isAffine ? l * r : AffineExpr();
            });
          })
          .Case<arith::FloorDivSIOp, index::FloorDivSOp>([&](Operation *) {
            return combine(byConstant(
                [](AffineExpr l, AffineExpr r) { return l.floorDiv(r); }));
          })
          .Case<arith::CeilDivSIOp, index::CeilDivSOp>([&](Operation *) {
            return combine(byConstant(
                [](AffineExpr l, AffineExpr r) { return l.ceilDiv(r); }));
          })
          .Case([&](DimOp dim) {
            AffineExpr size = getSize(dim.getArray(), dim.getDimension());
            auto symbol = dyn_cast<AffineSymbolExpr>(size);
            // A value that all the loops see.
            if (symbol && op->getParentOp() == func &&
                !symbols[symbol.getPosition()].value)
              symbols[symbol.getPosition()].value = value;
            return size;
          })
          .Case([&](affine::AffineApplyOp apply) {
            Exprs results =
                getResults(apply.getAffineMap(), apply.getMapOperands());
            return results.empty() ? AffineExpr() : results.front();
          })
          .Default([](Operation *) { return AffineExpr(); });
  // What the function computes before its loops is a number like any other.
  if (!expr && op->getParentOp() == func)
    return getSymbol("value " + Twine(symbols.size()), value,
                     /*isSize=*/false);
  return expr;
}

Exprs LoopSpace::getResults(AffineMap map, ValueRange operands) {
  Exprs inputs, results;
  for (Value operand : operands) {
    inputs.push_back(getExpr(operand));
    if (!inputs.back())
      return {};
  }
  ArrayRef<AffineExpr> all(inputs);
  for (AffineExpr result : map.getResults()) {
    AffineExpr expr = result.replaceDimsAndSymbols(
        all.take_front(map.getNumDims()), all.drop_front(map.getNumDims()));
    if (!expr.isPureAffine())
      return {};
    results.push_back(expr);
  }
  return results;
}

Exprs LoopSpace::getLowerBounds(AffineForOp loop) {
  return getResults(loop.getLowerBoundMap(), loop.getLowerBoundOperands());
}

Exprs LoopSpace::getUpperBounds(AffineForOp loop) {
  return getResults(loop.getUpperBoundMap(), loop.getUpperBoundOperands());
}

std::optional<Exprs> LoopSpace::getConditions(AffineIfOp op, bool isThen) {
  IntegerSet set = op.getIntegerSet();
  auto map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                            set.getConstraints(), context);
  Exprs results = getResults(map, op.getOperands());
  if (results.empty())
    return std::nullopt;
  Exprs conditions;
  for (auto [position, expr] : llvm::enumerate(results)) {
    conditions.push_back(expr);
    if (set.isEq(position))
      conditions.push_back(-expr);
  }
  if (isThen)
    return conditions;
  // The opposite of one inequality is one; that of several is none.
  if (conditions.size() != 1)
    return std::nullopt;
  return Exprs{-conditions.front() - 1};
}

LoopSpace::Constraints LoopSpace::getConstraints(Operation *op) {
  Constraints constraints;
  for (Operation *child = op, *parent = op->getParentOp();
       parent && parent != func;
       child = parent, parent = parent->getParentOp()) {
    if (auto condition = dyn_cast<AffineIfOp>(parent)) {
      bool isThen = child->getParentRegion() == &condition.getThenRegion();
      if (std::optional<Exprs> holds = getConditions(condition, isThen))
        llvm::append_range(constraints.nonNegative, *holds);
    }
    auto loop = dyn_cast<AffineForOp>(parent);
    if (!loop)
      continue;
    AffineExpr index = getDimExpr(loop);
    Exprs lower = getLowerBounds(loop), upper = getUpperBounds(loop);
    int64_t step = loop.getStepAsInt();
    for (AffineExpr bound : lower)
      constraints.nonNegative.push_back(index - bound);
    for (AffineExpr bound : upper) {
      AffineExpr last = bound - 1;
      // The last iteration, where steps may end before the bound.
      auto length = lower.size() == 1
                        ? dyn_cast<AffineConstantExpr>(last - lower.front())
                        : AffineConstantExpr();
      if (length && length.getValue() >= 0)
        last = lower.front() + length.getValue() / step * step;
      constraints.nonNegative.push_back(last - index);
    }
    if (step > 1 && lower.size() == 1)
      constraints.zero.push_back((index - lower.front()) % step);
  }
  return constraints;
}

PointSet LoopSpace::makeSet(unsigned numDims) const {
  PointSet set(numDims, symbols.size());
  for (auto [position, symbol] : llvm::enumerate(symbols))
    if (symbol.isSize)
      set.addBound(presburger::BoundType::LB, numDims + position, 0);
  return set;
}

PointSet LoopSpace::getPoints(Operation *op, unsigned extraDims) {
  // The constraints may bring symbols with them.
  Constraints constraints = getConstraints(op);
  PointSet set = makeSet(loops.size() + extraDims);
  for (AffineExpr expr : constraints.nonNegative)
    (void)set.keepNonNegative(expr);
  for (AffineExpr expr : constraints.zero)
    (void)set.keepZero(expr);
  return set;
}

bool LoopSpace::neverRuns(Operation *op) {
  return presburger::Simplex(getPoints(op)).isEmpty();
}

/// The largest value of `expr` in `set`, whose last dimension is free.
static std::optional<int64_t> getLargest(PointSet set, AffineExpr expr) {
  unsigned column = set.getNumDimVars() - 1;
  if (failed(set.keepZero(getAffineDimExpr(column, expr.getContext()) - expr)))
    return std::nullopt;
  presburger::Simplex simplex(set);
  if (simplex.isEmpty())
    return 0;
  SmallVector<llvm::DynamicAPInt> coefficients(set.getNumCols());
  coefficients[column] = 1;
  auto optimum =
      simplex.computeOptimum(presburger::Simplex::Direction::Up, coefficients);
  if (!optimum.isBounded())
    return std::nullopt;
  llvm::DynamicAPInt largest = presburger::floor(*optimum);
  if (largest > llvm::DynamicAPInt(std::numeric_limits<int64_t>::max() / 2) ||
      largest < llvm::DynamicAPInt(std::numeric_limits<int64_t>::min() / 2))
    return std::nullopt;
  return static_cast<int64_t>(largest);
}

std::optional<int64_t> LoopSpace::getMax(AffineExpr expr, Operation *op) {
  return getLargest(getPoints(op, /*extraDims=*/1), expr);
}

std::optional<int64_t> LoopSpace::getMin(AffineExpr expr, Operation *op) {
  std::optional<int64_t> largest = getMax(-expr, op);
  return largest ? std::optional<int64_t>(-*largest) : std::nullopt;
}

AffineMap LoopSpace::getMap(ArrayRef<AffineExpr> results,
                            SmallVectorImpl<Value> &operands) {
  auto map = AffineMap::get(loops.size(), symbols.size(), results, context);
  map = simplifyAffineMap(map);
  for (AffineForOp loop : loops)
    operands.push_back(loop.getInductionVar());
  for (auto [position, symbol] : llvm::enumerate(symbols)) {
    if (!symbol.value && map.isFunctionOfSymbol(position)) {
      // Where every loop of the function sees it.
      auto builder = OpBuilder::atBlockBegin(&func.getBody().front());
      symbol.value = createSize(builder, func.getLoc(), func, symbol.name);
    }
    operands.push_back(symbol.value);
  }
  // Those that do not occur may be of loops that are elsewhere.
  llvm::SmallBitVector unusedDims(loops.size());
  llvm::SmallBitVector unusedSymbols(symbols.size());
  SmallVector<Value> kept;
  for (unsigned dim = 0; dim < loops.size(); ++dim)
    if (map.isFunctionOfDim(dim))
      kept.push_back(operands[dim]);
    else
      unusedDims.set(dim);
  for (unsigned symbol = 0; symbol < symbols.size(); ++symbol)
    if (map.isFunctionOfSymbol(symbol))
      kept.push_back(operands[loops.size() + symbol]);
    else
      unusedSymbols.set(symbol);
  operands.assign(kept.begin(), kept.end());
  map = compressSymbols(compressDims(map, unusedDims), unusedSymbols);
  return map;
}

Value LoopSpace::createValue(OpBuilder &builder, Location loc,
                             AffineExpr expr) {
  SmallVector<Value> operands;
  AffineMap map = getMap(expr, operands);
  if (map.isSingleConstant())
    return arith::ConstantIndexOp::create(builder, loc,
                                          map.getSingleConstantResult());
  if (isa<AffineDimExpr, AffineSymbolExpr>(map.getResult(0)))
    return operands.front();
  return affine::AffineApplyOp::create(builder, loc, map, operands);
}

std::string LoopSpace::getText(AffineExpr expr) const {
  return sa::getText(expr, [&](AffineExpr name) {
    if (auto dim = dyn_cast<AffineDimExpr>(name))
      return getLoopName(loops[dim.getPosition()]).str();
    return symbols[cast<AffineSymbolExpr>(name).getPosition()].name;
  });
}
