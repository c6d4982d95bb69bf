// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops and conditions in the body of a nest, as constraints on what stands
// in them.

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"
#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

/// More cases than this are not told apart.
static constexpr size_t maxPlaces = 16;
/// Conditions that are nested more deeply are not looked into.
static constexpr unsigned maxConditionDepth = 32;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

bool NestAccesses::isExact(AffineExpr expr) const {
  std::optional<AffineRange> range =
      expr && expr.isPureAffine() ? getRange(expr) : std::nullopt;
  return range && fitsMachineWord(*range);
}

NestAccesses::Cases NestAccesses::getComparison(arith::CmpIPredicate predicate,
                                                AffineExpr lhs,
                                                AffineExpr rhs) {
  using Predicate = arith::CmpIPredicate;
  Cases unknown = {{{}, /*isCertain=*/false}};
  if (!isExact(lhs) || !isExact(rhs))
    return unknown;
  AffineExpr above = lhs - rhs, below = rhs - lhs;
  switch (predicate) {
  case Predicate::slt:
    return {{{below - 1}}};
  case Predicate::sle:
    return {{{below}}};
  case Predicate::sgt:
    return {{{above - 1}}};
  case Predicate::sge:
    return {{{above}}};
  case Predicate::eq:
    return {{{above, below}}};
  case Predicate::ne:
    return {{{above - 1}}, {{below - 1}}};
  default:
    return unknown;
  }
}

NestAccesses::Cases
NestAccesses::getNarrowComparison(arith::CmpIPredicate predicate, Value lhs,
                                  Value rhs) {
  // 1. The signed comparison of the numbers with 64 bits.
  using Predicate = arith::CmpIPredicate;
  bool isUnsigned = predicate >= Predicate::ult;
  Predicate wide =
      isUnsigned
          ? static_cast<Predicate>(static_cast<uint64_t>(predicate) -
                                   static_cast<uint64_t>(Predicate::ult) +
                                   static_cast<uint64_t>(Predicate::slt))
          : predicate;
  auto compare = [&](Extension extension) -> std::optional<Cases> {
    auto getSide = [&](Value value) -> AffineExpr {
      APInt constant;
      if (!matchPattern(value, m_ConstantInt(&constant)))
        return getDataNumber({value, extension});
      int64_t number = extension == Extension::Signed
                           ? constant.getSExtValue()
                           : int64_t(constant.getZExtValue());
      return getAffineConstantExpr(number, nest.getContext());
    };
    AffineExpr left = getSide(lhs), right = getSide(rhs);
    if (!left || !right)
      return std::nullopt;
    return getComparison(wide, left, right);
  };
  // 2. Equality is the same with and without signs.
  std::optional<Cases> cases;
  if (!isUnsigned)
    cases = compare(Extension::Signed);
  if (!cases &&
      (isUnsigned || predicate == Predicate::eq || predicate == Predicate::ne))
    cases = compare(Extension::Unsigned);
  return cases.value_or(Cases{{{}, /*isCertain=*/false}});
}

NestAccesses::Cases NestAccesses::getCases(Value condition, bool holds,
                                           unsigned depth) {
  Cases unknown = {{{}, /*isCertain=*/false}};
  APInt constant;
  if (matchPattern(condition, m_ConstantInt(&constant)))
    return constant.isZero() == holds ? Cases() : Cases{{}};
  Operation *op = condition.getDefiningOp();
  if (!op || depth > maxConditionDepth)
    return unknown;
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    arith::CmpIPredicate predicate = compare.getPredicate();
    if (!holds)
      predicate = arith::invertPredicate(predicate);
    Type type = compare.getLhs().getType();
    if (!type.isIndex() && !type.isInteger(64))
      return getNarrowComparison(predicate, compare.getLhs(), compare.getRhs());
    return getComparison(predicate, getExpr(compare.getLhs()),
                         getExpr(compare.getRhs()));
  }
  auto get = [&](unsigned operand, bool value) {
    return getCases(op->getOperand(operand), value, depth + 1);
  };
  if (isa<arith::XOrIOp>(op)) {
    for (unsigned operand : {0, 1})
      if (matchPattern(op->getOperand(operand), m_ConstantInt(&constant)))
        return get(1 - operand, constant.isZero() == holds);
    return unknown;
  }
  bool isAnd = isa<arith::AndIOp>(op);
  if (!isAnd && !isa<arith::OrIOp>(op))
    return unknown;
  Cases lhs = get(0, holds), rhs = get(1, holds), both;
  if (isAnd == holds) {
    for (const Case &first : lhs)
      for (const Case &second : rhs) {
        both.push_back(first);
        llvm::append_range(both.back().constraints, second.constraints);
        both.back().isCertain &= second.isCertain;
      }
  } else {
    both = std::move(lhs);
    llvm::append_range(both, rhs);
  }
  return both.size() > maxPlaces ? unknown : both;
}

NestAccesses::Cases NestAccesses::getCases(affine::AffineIfOp op, bool holds) {
  Cases unknown = {{{}, /*isCertain=*/false}};
  IntegerSet set = op.getIntegerSet();
  SmallVector<AffineExpr> operands;
  for (Value operand : op.getOperands()) {
    operands.push_back(getExpr(operand));
    if (!isExact(operands.back()))
      return unknown;
  }
  ArrayRef<AffineExpr> all(operands);
  AffineExpr zero = getAffineConstantExpr(0, op.getContext());
  Cases cases;
  if (holds)
    cases.emplace_back();
  for (auto [constraint, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    AffineExpr expr = constraint.replaceDimsAndSymbols(
        all.take_front(set.getNumDims()), all.drop_front(set.getNumDims()));
    using Predicate = arith::CmpIPredicate;
    Predicate predicate = isEquality ? Predicate::eq : Predicate::sge;
    if (holds) {
      for (const Case &part : getComparison(predicate, expr, zero)) {
        llvm::append_range(cases.front().constraints, part.constraints);
        cases.front().isCertain &= part.isCertain;
      }
      continue;
    }
    llvm::append_range(
        cases, getComparison(arith::invertPredicate(predicate), expr, zero));
  }
  return cases.size() > maxPlaces ? unknown : cases;
}

NestAccesses::Places NestAccesses::enter(const Places &places,
                                         const Cases &cases) {
  Places entered;
  bool isOne = cases.size() == 1;
  if (places.size() * cases.size() > maxPlaces) {
    entered = places;
    for (BodyPosition &place : entered)
      place.isCertain = false;
    return entered;
  }
  for (const BodyPosition &place : places)
    for (const Case &part : cases) {
      BodyPosition inside = place;
      llvm::append_range(inside.constraints, part.constraints);
      inside.isCertain &= part.isCertain;
      // Of several cases, some are often none: `i < 0` of `i != 0`.
      if (isOne || !getPoints(inside).isIntegerEmpty())
        entered.push_back(std::move(inside));
    }
  return entered;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

void NestAccesses::addFacts(Places &places, Value condition) {
  // Of a fact that is one of several, none is known.
  Cases cases = getCases(condition, /*holds=*/true);
  if (cases.size() != 1)
    return;
  for (BodyPosition &place : places)
    llvm::append_range(place.facts, cases.front().constraints);
}

LogicalResult NestAccesses::collectBlock(Block &block, Places places) {
  // What cannot be reached does nothing.
  if (places.empty())
    return success();
  unsigned numVariables = innerRanges.size();
  auto collect = [&](Operation &op) -> LogicalResult {
    if (auto loop = dyn_cast<affine::AffineForOp>(op))
      return collectLoop(loop, places);
    if (auto branch = dyn_cast<affine::AffineIfOp>(op)) {
      for (bool holds : {true, false})
        if (Region &region =
                holds ? branch.getThenRegion() : branch.getElseRegion();
            !region.empty() &&
            failed(collectBlock(region.front(),
                                enter(places, getCases(branch, holds)))))
          return failure();
      return success();
    }
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      if (branch->hasAttr(assumptionAttrName)) {
        Places inside = places;
        addFacts(inside, branch.getCondition());
        return collectBlock(*branch.thenBlock(), inside);
      }
      for (bool holds : {true, false})
        if (Block *inside = holds ? branch.thenBlock() : branch.elseBlock();
            inside && failed(collectBlock(
                          *inside, enter(places, getCases(branch.getCondition(),
                                                          holds)))))
          return failure();
      return success();
    }
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      Cases unknown = {{{}, /*isCertain=*/false}};
      Places inside = enter(places, unknown);
      unsigned numOuter = innerRanges.size();
      addDataNumbers(loop, loop.getInductionVar(), inside);
      LogicalResult result = collectBlock(*loop.getBody(), inside);
      dropDataNumbers(numOuter);
      return result;
    }
    if (auto assume = dyn_cast<AssumeOp>(op)) {
      addFacts(places, assume.getCondition());
      return success();
    }
    return collectOp(&op, places);
  };
  for (Operation &op : block) {
    if (failed(collect(op)))
      return failure();
    for (Value result : op.getResults())
      addDataNumbers(&op, result, places);
  }
  dropDataNumbers(numVariables);
  return success();
}

LogicalResult NestAccesses::collectLoop(affine::AffineForOp loop,
                                        const Places &places) {
  // 1. The bounds.
  auto getBounds = [&](AffineMap map, ValueRange values,
                       SmallVectorImpl<AffineExpr> &bounds) {
    SmallVector<AffineExpr> operands;
    for (Value value : values) {
      operands.push_back(getExpr(value));
      if (!isExact(operands.back()))
        return false;
    }
    ArrayRef<AffineExpr> all(operands);
    for (AffineExpr result : map.getResults()) {
      bounds.push_back(result.replaceDimsAndSymbols(
          all.take_front(map.getNumDims()), all.drop_front(map.getNumDims())));
      if (!isExact(bounds.back()))
        return false;
    }
    return true;
  };
  SmallVector<AffineExpr> lowers, uppers;
  if (!getBounds(loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
                 lowers) ||
      !getBounds(loop.getUpperBoundMap(), loop.getUpperBoundOperands(), uppers))
    return loop.emitOpError()
           << "has a bound that is not an affine function of the indices "
              "around it and the sizes, or that may not fit 64 bits";

  // 2. Its index, between them.
  AffineRange range = *getRange(lowers.front());
  __int128 end = getRange(uppers.front())->high;
  for (AffineExpr lower : lowers)
    range.low = std::max(range.low, getRange(lower)->low);
  for (AffineExpr upper : uppers)
    end = std::min(end, getRange(upper)->high);
  range.high = std::max(range.low, end - 1);
  unsigned dim = getRank() + innerRanges.size();
  AffineExpr index = getAffineDimExpr(dim, nest.getContext());
  exprs[loop.getInductionVar()] = index;

  // 3. What holds inside.
  Places inside = places;
  for (BodyPosition &place : inside) {
    place.loops.push_back(loop);
    place.starts.push_back(lowers.front());
    for (AffineExpr lower : lowers)
      place.constraints.push_back(index - lower);
    for (AffineExpr upper : uppers)
      place.constraints.push_back(upper - index - 1);
    int64_t step = loop.getStepAsInt();
    if (step != 1 && lowers.size() == 1)
      place.constraints.push_back(-((index - lowers.front()) % step));
    // Where the largest of several bounds is, no set says.
    place.isCertain &= step == 1 || lowers.size() == 1;
  }
  innerRanges.push_back(range);
  LogicalResult result = collectBlock(*loop.getBody(), inside);
  innerRanges.pop_back();
  return result;
}

/// What the absolute values of the numbers in an expression add up to at the
/// most, as factors of its variables and as constants.
static __int128 getWeight(AffineExpr expr) {
  constexpr __int128 large = __int128(1) << 100;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    __int128 value = constant.getValue();
    return value < 0 ? -value : value;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 1;
  __int128 lhs = getWeight(binary.getLHS()), rhs = getWeight(binary.getRHS());
  __int128 weight;
  if (expr.getKind() != AffineExprKind::Mul)
    return std::min(lhs + rhs, large);
  return __builtin_mul_overflow(lhs, rhs, &weight) ? large
                                                   : std::min(weight, large);
}

/// True when proofs about an expression, which add and subtract numbers of
/// 64 bits, cannot overflow.
static bool hasSmallNumbers(AffineExpr expr) {
  return getWeight(expr) <= __int128(1) << 62;
}

LogicalResult NestAccesses::collectOp(Operation *op, const Places &places) {
  Value array;
  ValueRange indices;
  if (auto load = dyn_cast<LoadOp>(op)) {
    array = load.getArray();
    indices = load.getIndices();
  } else if (auto store = dyn_cast<StoreOp>(op)) {
    array = store.getArray();
    indices = store.getIndices();
  } else if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
    array = accumulate.getArray();
    indices = accumulate.getIndices();
  } else if (auto check = dyn_cast<CheckedIndexOp>(op)) {
    AffineExpr size = getExpr(check.getSize());
    if (!size || !hasSmallNumbers(size))
      return op->emitOpError()
             << "checks an index of '" << check.getArray()
             << "' against a size that is not an affine function of the "
                "nest's indices and the sizes";
    AffineExpr value = getExpr(check.getValue());
    if (value && !hasSmallNumbers(value))
      value = {};
    for (const BodyPosition &place : places) {
      AffineExpr exprs[] = {value, size};
      BodyPosition own = select(place, exprs);
      checks.push_back({std::move(own), check, exprs[0], exprs[1]});
    }
    return success();
  } else if (auto bound = dyn_cast<BoundOp>(op)) {
    return collectBound(bound, places);
  } else {
    return success();
  }
  auto type = cast<ArrayType>(array.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.getShape()[dim] == ShapedType::kDynamic)
      getSymbol(getSizeName(array, dim), array, dim);
  return forEachCase(
      op, indices, places, [&](const BodyPosition &place) -> LogicalResult {
        SmallVector<AffineExpr> subscripts;
        for (auto [dim, index] : llvm::enumerate(indices)) {
          subscripts.push_back(getExpr(index));
          if (!subscripts.back())
            return op->emitOpError()
                   << "accesses '" << getArrayName(array)
                   << "' with an index of dimension " << dim
                   << " that is not an affine function of the nest's indices "
                      "and the sizes, or divides a number that may not fit 64 "
                      "bits";
          if (!hasSmallNumbers(subscripts.back()))
            return op->emitOpError()
                   << "accesses '" << getArrayName(array)
                   << "' with an index of dimension " << dim
                   << " that has numbers of more than 62 bits in it";
        }
        BodyPosition own = select(place, subscripts);
        accesses.push_back({std::move(own), op, array, !isa<LoadOp>(op)});
        indexVectors.push_back(subscripts);
        return success();
      });
}

LogicalResult NestAccesses::collectBound(BoundOp bound, const Places &places) {
  Value values[] = {bound.getIndex(), bound.getSize()};
  return forEachCase(
      bound, values, places, [&](const BodyPosition &place) -> LogicalResult {
        AffineExpr index = getExpr(bound.getIndex());
        AffineExpr size = getExpr(bound.getSize());
        if (!index || !size)
          return bound.emitOpError()
                 << "has a subscript of " << bound.getWhat()
                 << " that is not an affine function of the nest's indices and "
                    "the sizes";
        if (!hasSmallNumbers(index) || !hasSmallNumbers(size))
          return bound.emitOpError() << "has a subscript of " << bound.getWhat()
                                     << " with numbers of more than 62 bits";
        AffineExpr exprs[] = {index, size};
        BodyPosition own = select(place, exprs);
        promises.push_back({std::move(own), bound, exprs[0], exprs[1]});
        return success();
      });
}
