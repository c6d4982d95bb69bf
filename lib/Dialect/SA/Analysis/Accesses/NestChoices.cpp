// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Subscripts that are no affine function: minima and maxima, quotients and
// remainders by run-time sizes, and indices that are extended outside of a
// size. Each is one affine expression at some points of the nest and another
// one elsewhere, so that an access with one becomes an access for each case:
//
//   A[max(i - 1, 0)]       A[i - 1]   where i - 1 >= 0
//                          A[0]       where -i >= 0
//
// A value of which only the range is known is one more dimension, as the index
// of a loop around the access would be, and the access is not certain:
//
//   A[wrap i to n]         A[i]       where i >= 0, n - 1 - i >= 0
//                          A[r]       where i - n >= 0, r >= 0, n - 1 - r >= 0

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"
#include "sa/Dialect/SA/IR/SAArithmeticOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;

/// More cases than this of one access are not told apart.
static constexpr unsigned maxCases = 64;

static bool isChoice(Operation *op) {
  bool isIndex =
      op->getNumResults() == 1 && (op->getResult(0).getType().isIndex() ||
                                   op->getResult(0).getType().isInteger(64));
  return isIndex &&
         isa<index::MinSOp, index::MaxSOp, arith::MinSIOp, arith::MaxSIOp,
             affine::AffineMinOp, affine::AffineMaxOp, ExtendIndexOp,
             FloorDivSIOp, FloorModSIOp>(op);
}

namespace {

/// The choices that values are computed from, operands first.
class ChoiceFinder {
public:
  bool visit(Value value) {
    if (auto found = known.find(value); found != known.end())
      return found->second;
    Operation *op = value.getDefiningOp();
    Type type = value.getType();
    bool depends = false;
    if (op && isPure(op) && op->getNumRegions() == 0 &&
        (type.isIndex() || type.isInteger(64))) {
      for (Value operand : op->getOperands())
        depends |= visit(operand);
      if (isChoice(op)) {
        choices.push_back(op);
        depends = true;
      } else if (depends) {
        dependents.push_back(value);
      }
    }
    known[value] = depends;
    return depends;
  }

  SmallVector<Operation *> choices;
  /// What is computed from choices, and is none itself.
  SmallVector<Value> dependents;

private:
  DenseMap<Value, bool> known;
};

} // namespace

SmallVector<NestAccesses::Alternative>
NestAccesses::getExtremes(ArrayRef<AffineExpr> exprs, bool isMax) {
  // Those that change with the nest's indices first: they are what the inner
  // part of a nest accesses.
  SmallVector<AffineExpr> values;
  for (bool isFixed : {false, true})
    for (AffineExpr expr : exprs)
      if (expr.isSymbolicOrConstant() == isFixed)
        values.push_back(expr);
  SmallVector<Alternative> found;
  for (auto [number, value] : llvm::enumerate(values)) {
    Alternative alternative;
    alternative.value = value;
    for (auto [otherNumber, other] : llvm::enumerate(values)) {
      if (number == otherNumber)
        continue;
      // Of equal ones, the first.
      AffineExpr distance = isMax ? value - other : other - value;
      alternative.constraints.push_back(otherNumber < number ? distance - 1
                                                             : distance);
    }
    found.push_back(alternative);
  }
  return found;
}

SmallVector<NestAccesses::Alternative>
NestAccesses::getAlternatives(Operation *op) {
  MLIRContext *context = op->getContext();
  AffineExpr zero = getAffineConstantExpr(0, context);
  auto getAll = [&](ValueRange values) {
    SmallVector<AffineExpr> exprs;
    for (Value value : values) {
      exprs.push_back(getExpr(value));
      if (!isExact(exprs.back()))
        return SmallVector<AffineExpr>();
    }
    return exprs;
  };
  auto getResults = [&](AffineMap map, ValueRange operands) {
    SmallVector<AffineExpr> exprs = getAll(operands), results;
    if (exprs.size() != operands.size())
      return results;
    ArrayRef<AffineExpr> all(exprs);
    for (AffineExpr expr : map.getResults()) {
      results.push_back(expr.replaceDimsAndSymbols(
          all.take_front(map.getNumDims()), all.drop_front(map.getNumDims())));
      if (!isExact(results.back()))
        return SmallVector<AffineExpr>();
    }
    return results;
  };
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return getExtremes(getResults(min.getAffineMap(), min.getOperands()),
                       /*isMax=*/false);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return getExtremes(getResults(max.getAffineMap(), max.getOperands()),
                       /*isMax=*/true);
  if (op->getNumOperands() != 2)
    return {};
  // Of what is not understood, the range of the result is known.
  if (isa<ExtendIndexOp>(op) && !isExact(getExpr(op->getOperand(0)))) {
    AffineExpr size = getExpr(op->getOperand(1));
    if (!isExact(size))
      return {};
    return {{{}, {size - 1}, zero, size - 1, {}},
            {zero, {-size}, {}, {}, size}};
  }
  SmallVector<AffineExpr> operands = getAll(op->getOperands());
  if (operands.size() != 2)
    return {};
  if (isa<index::MinSOp, arith::MinSIOp>(op))
    return getExtremes(operands, /*isMax=*/false);
  if (isa<index::MaxSOp, arith::MaxSIOp>(op))
    return getExtremes(operands, /*isMax=*/true);

  // Inside of a size, below it, beyond it, and where it has no elements.
  AffineExpr value = operands[0], size = operands[1], last = size - 1;
  SmallVector<AffineExpr, 4> inside = {value, last - value};
  SmallVector<AffineExpr, 4> below = {-value - 1, last};
  SmallVector<AffineExpr, 4> beyond = {value - size, last};
  auto one = getAffineConstantExpr(1, context);
  SmallVector<Alternative> found;
  if (isa<FloorDivSIOp>(op)) {
    found = {{zero, inside, {}, {}, {}},
             {{}, beyond, one, value, {}},
             {{}, below, value, -one, {}}};
  } else {
    auto extend = dyn_cast<ExtendIndexOp>(op);
    found.push_back({value, inside, {}, {}, {}});
    if (extend && extend.getMode() == BorderMode::Edge) {
      found.push_back({zero, below, {}, {}, {}});
      found.push_back({last, beyond, {}, {}, {}});
    } else {
      found.push_back({{}, below, zero, last, {}});
      found.push_back({{}, beyond, zero, last, {}});
    }
  }
  found.push_back({zero, {-size}, {}, {}, size});
  return found;
}

LogicalResult NestAccesses::forEachCase(
    Operation *access, ValueRange indices, const Places &places,
    function_ref<LogicalResult(const BodyPosition &)> collect) {
  ChoiceFinder finder;
  for (Value index : indices)
    finder.visit(index);
  if (finder.choices.empty()) {
    for (const BodyPosition &place : places)
      if (failed(collect(place)))
        return failure();
    return success();
  }

  auto forgetDependents = [&] {
    for (Value value : finder.dependents)
      exprs.erase(value);
  };
  unsigned numCases = 0;
  std::function<LogicalResult(const BodyPosition &, size_t)> enumerate =
      [&](const BodyPosition &place, size_t position) -> LogicalResult {
    forgetDependents();
    if (position == finder.choices.size()) {
      if (++numCases > maxCases)
        return access->emitOpError()
               << "has subscripts with more than " << maxCases
               << " cases of minima, maxima and indices outside of a size: "
                  "write some of them as conditions";
      return collect(place);
    }
    Operation *choice = finder.choices[position];
    SmallVector<Alternative> alternatives = getAlternatives(choice);
    AffineExpr &expr = exprs[choice->getResult(0)];
    // What is not understood is refused where it is used.
    expr = {};
    if (alternatives.empty())
      return enumerate(place, position + 1);
    for (const Alternative &alternative : alternatives) {
      BodyPosition inside = place;
      llvm::append_range(inside.constraints, alternative.constraints);
      if (alternative.emptySize)
        inside.emptySize = alternative.emptySize;
      if (getPoints(inside).isIntegerEmpty())
        continue;
      AffineExpr value = alternative.value;
      if (!value) {
        value = getAffineDimExpr(getRank() + inside.getNumInner(),
                                 choice->getContext());
        AffineRange range = {getRange(alternative.low)->low,
                             getRange(alternative.high)->high};
        range.high = std::max(range.low, range.high);
        innerRanges.push_back(range);
        inside.loops.push_back(choice);
        inside.starts.push_back(alternative.low);
        inside.constraints.push_back(value - alternative.low);
        inside.constraints.push_back(alternative.high - value);
        inside.isCertain = false;
      }
      exprs[choice->getResult(0)] = value;
      LogicalResult result = enumerate(inside, position + 1);
      if (!alternative.value)
        innerRanges.pop_back();
      if (failed(result))
        return failure();
    }
    return success();
  };
  LogicalResult result = success();
  for (const BodyPosition &place : places)
    if (succeeded(result))
      result = enumerate(place, 0);
  forgetDependents();
  for (Operation *choice : finder.choices)
    exprs.erase(choice->getResult(0));
  return result;
}
