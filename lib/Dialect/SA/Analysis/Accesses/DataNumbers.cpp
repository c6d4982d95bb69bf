// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that data chooses, as variables. Which of them matter is found out
// first, so that bodies without any are looked at as before. Each has a
// variable from where it is computed to the end of that block; an access keeps
// those that it depends on.

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace sa;

/// Expressions that are nested more deeply are not looked into.
static constexpr unsigned maxDepth = 256;

/// Returns true for values that are read, checked or counted up to what is.
static bool isFromData(Value value) {
  if (Operation *op = value.getDefiningOp())
    return isa<LoadOp, memref::LoadOp, CheckedIndexOp>(op);
  return isa_and_present<scf::ForOp>(value.getParentBlock()->getParentOp());
}

void NestAccesses::findDataNumbers(Value value, bool takesAll, unsigned depth) {
  // Operands that many operations share are looked at once.
  if (depth > maxDepth || matchPattern(value, m_Constant()) ||
      !searched[takesAll].insert(value).second)
    return;
  Operation *op = value.getDefiningOp();
  Type type = value.getType();
  bool isWide = type.isIndex() || type.isInteger(64);
  auto takeExtended = [&](bool isSigned) {
    Value narrow = op->getOperand(0);
    if (narrow.getType().isInteger(1) || (!takesAll && !isFromData(narrow)))
      return;
    dataNumbers.insert(
        {narrow, isSigned ? Extension::Signed : Extension::Unsigned});
  };
  if (isFromData(value)) {
    if (isWide)
      dataNumbers.insert({value, Extension::None});
    return;
  }
  if (!op || !nest->isAncestor(op))
    return;
  if (isa<arith::ExtSIOp, arith::ExtUIOp>(op) && type.isInteger(64))
    return takeExtended(isa<arith::ExtSIOp>(op));
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op) && type.isIndex() &&
      !op->getOperand(0).getType().isInteger(64))
    return takeExtended(isa<arith::IndexCastOp>(op));
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, index::AddOp,
          index::SubOp, index::MulOp, arith::IndexCastOp, arith::CmpIOp,
          arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::FloorDivSIOp,
          arith::CeilDivSIOp, index::FloorDivSOp, index::CeilDivSOp,
          affine::AffineApplyOp>(op) &&
      (isWide || type.isInteger(1))) {
    for (Value operand : op->getOperands())
      findDataNumbers(operand, takesAll, depth + 1);
    return;
  }
  if (takesAll && isWide && !isa<DimOp>(op))
    dataNumbers.insert({value, Extension::None});
}

void NestAccesses::findDataNumbers() {
  // Conditions matter where a subscript does.
  SmallVector<Value> conditions;
  nest.walk([&](Operation *op) {
    auto find = [&](ValueRange values) {
      for (Value value : values)
        findDataNumbers(value, /*takesAll=*/false);
    };
    if (auto load = dyn_cast<LoadOp>(op))
      find(load.getIndices());
    else if (auto store = dyn_cast<StoreOp>(op))
      find(store.getIndices());
    else if (auto accumulate = dyn_cast<AccumulateOp>(op))
      find(accumulate.getIndices());
    else if (auto bound = dyn_cast<BoundOp>(op))
      find(bound.getIndex());
    else if (auto loop = dyn_cast<affine::AffineForOp>(op))
      find(loop.getOperands());
    else if (auto check = dyn_cast<CheckedIndexOp>(op))
      findDataNumbers(check.getValue(), /*takesAll=*/true);
    else if (auto assume = dyn_cast<AssumeOp>(op))
      conditions.push_back(assume.getCondition());
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      conditions.push_back(branch.getCondition());
  });
  if (dataNumbers.empty())
    return;
  for (Value condition : conditions)
    findDataNumbers(condition, /*takesAll=*/true);
}

AffineExpr NestAccesses::getDataNumber(DataNumber number) const {
  for (const DataVariable &variable : dataVariables)
    if (variable.number == number)
      return getAffineDimExpr(variable.position, NestOp(nest).getContext());
  return {};
}

void NestAccesses::addDataNumbers(Operation *op, Value value, Places &places) {
  MLIRContext *context = op->getContext();
  for (Extension extension :
       {Extension::None, Extension::Signed, Extension::Unsigned}) {
    if (!dataNumbers.contains({value, extension}))
      continue;
    DataVariable variable;
    variable.number = {value, extension};
    variable.position = getRank() + innerRanges.size();
    AffineExpr expr = getAffineDimExpr(variable.position, context);
    AffineRange range = {std::numeric_limits<int64_t>::min(),
                         std::numeric_limits<int64_t>::max()};
    if (auto check = dyn_cast<CheckedIndexOp>(op)) {
      AffineExpr size = getExpr(check.getSize());
      range = {0, std::max<__int128>(getRange(size)->high - 1, 0)};
      variable.bounds = {expr, size - expr - 1};
    } else if (extension != Extension::None) {
      unsigned width = value.getType().getIntOrFloatBitWidth();
      bool isSigned = extension == Extension::Signed;
      __int128 half = __int128(1) << (width - 1);
      range = {isSigned ? -half : 0, isSigned ? half - 1 : 2 * half - 1};
      variable.bounds = {expr - int64_t(range.low), int64_t(range.high) - expr};
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (AffineExpr lower = getExpr(loop.getLowerBound()); isExact(lower))
        variable.bounds.push_back(expr - lower);
      if (AffineExpr upper = getExpr(loop.getUpperBound()); isExact(upper))
        variable.bounds.push_back(upper - expr - 1);
    }
    innerRanges.push_back(range);
    dataVariables.push_back(std::move(variable));
    for (BodyPosition &place : places) {
      place.loops.push_back(op);
      place.starts.push_back(getAffineConstantExpr(0, context));
    }
    // What was asked for before it had a variable.
    exprs.erase(value);
  }
}

void NestAccesses::dropDataNumbers(unsigned count) {
  innerRanges.truncate(count);
  while (!dataVariables.empty() &&
         dataVariables.back().position >= getRank() + count)
    dataVariables.pop_back();
}

BodyPosition NestAccesses::select(const BodyPosition &place,
                                  MutableArrayRef<AffineExpr> exprs) const {
  if (dataVariables.empty())
    return place;
  unsigned rank = getRank(), numInner = place.getNumInner();
  MLIRContext *context = NestOp(nest).getContext();
  auto isData = [&](unsigned inner) {
    return !isa<affine::AffineForOp>(place.loops[inner]);
  };

  // 1. The variables that are needed. A constraint that has one of them needs
  //    the others that it has.
  llvm::SmallBitVector needed(numInner);
  for (unsigned inner = 0; inner < numInner; ++inner)
    if (!isData(inner))
      needed.set(inner);
  auto getInner = [&](AffineExpr expr) {
    llvm::SmallBitVector used(numInner);
    for (unsigned inner = 0; inner < numInner; ++inner)
      if (expr.isFunctionOfDim(rank + inner))
        used.set(inner);
    return used;
  };
  for (AffineExpr expr : exprs)
    if (expr)
      needed |= getInner(expr);
  SmallVector<AffineExpr> facts = llvm::to_vector_of<AffineExpr>(place.facts);
  for (const DataVariable &variable : dataVariables)
    llvm::append_range(facts, variable.bounds);
  for (bool isChanging = true; isChanging;) {
    isChanging = false;
    for (AffineExpr expr :
         llvm::concat<const AffineExpr>(place.constraints, facts)) {
      llvm::SmallBitVector used = getInner(expr);
      if (used.anyCommon(needed) && used.test(needed)) {
        needed |= used;
        isChanging = true;
      }
    }
  }

  // 2. The place without the others.
  BodyPosition result;
  result.isCertain = place.isCertain;
  SmallVector<AffineExpr> dims;
  for (unsigned dim = 0; dim < rank; ++dim)
    dims.push_back(getAffineDimExpr(dim, context));
  for (unsigned inner = 0; inner < numInner; ++inner) {
    if (!needed.test(inner)) {
      dims.push_back(getAffineConstantExpr(0, context));
      continue;
    }
    dims.push_back(getAffineDimExpr(rank + result.loops.size(), context));
    result.loops.push_back(place.loops[inner]);
    result.starts.push_back(place.starts[inner]);
    // Which element it is, or whether there is an iteration, nobody knows.
    result.isCertain &= !isData(inner);
  }
  auto isKept = [&](AffineExpr expr) {
    llvm::SmallBitVector used = getInner(expr);
    return !used.test(needed);
  };
  for (AffineExpr &start : result.starts)
    start = start.replaceDims(dims);
  for (AffineExpr expr : place.constraints) {
    if (isKept(expr))
      result.constraints.push_back(expr.replaceDims(dims));
    else
      result.isCertain = false;
  }
  for (AffineExpr expr : facts)
    if (isKept(expr))
      result.facts.push_back(expr.replaceDims(dims));
  for (AffineExpr &expr : exprs)
    if (expr)
      expr = expr.replaceDims(dims);
  if (place.emptySize)
    result.emptySize = place.emptySize.replaceDims(dims);
  return result;
}
