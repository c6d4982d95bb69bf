// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "sa/Dialect/SA/IR/LargestSize.h"
#include "sa/Dialect/SA/IR/Rounds.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;

unsigned NestAccesses::findSymbol(StringRef name) const {
  auto *found = llvm::find_if(
      symbols, [&](const Symbol &symbol) { return symbol.name == name; });
  return found - symbols.begin();
}

AffineExpr NestAccesses::getSymbol(StringRef name, Value value,
                                   std::optional<unsigned> dim, bool isCount) {
  unsigned position = findSymbol(name);
  if (position == symbols.size())
    symbols.push_back({name.str(), value, dim, isCount});
  return getAffineSymbolExpr(position, nest.getContext());
}

AffineExpr NestAccesses::getScalar(Value value, unsigned depth) {
  StringRef name = getScalarName(value);
  if (name.empty())
    return {};
  std::optional<OpFoldResult> limit = getRoundLimit(value);
  bool isNew = findSymbol(name) == symbols.size();
  AffineExpr symbol = getSymbol(name, value, std::nullopt,
                                limit.has_value() || isSizeArgument(value));
  if (!limit || !isNew)
    return symbol;
  AffineExpr end;
  if (std::optional<int64_t> number = getConstantIntValue(*limit))
    end = getAffineConstantExpr(*number, nest.getContext());
  else
    end = getExpr(cast<Value>(*limit), depth + 1);
  if (end)
    facts.push_back(end - symbol - 1);
  return symbol;
}

void NestAccesses::replaceSymbols(ArrayRef<AffineExpr> to,
                                  ArrayRef<Symbol> newSymbols) {
  for (AffineExpr &size : sizes)
    size = size.replaceSymbols(to);
  for (AffineExpr &constraint : constraints)
    constraint = constraint.replaceSymbols(to);
  for (AffineExpr &fact : facts)
    fact = fact.replaceSymbols(to);
  auto replacePlace = [&](BodyPosition &place) {
    for (auto *exprs : {&place.starts, &place.constraints, &place.facts})
      for (AffineExpr &expr : *exprs)
        expr = expr.replaceSymbols(to);
    if (place.emptySize)
      place.emptySize = place.emptySize.replaceSymbols(to);
  };
  for (Bound &promise : promises) {
    promise.index = promise.index.replaceSymbols(to);
    promise.size = promise.size.replaceSymbols(to);
    replacePlace(promise);
  }
  for (CheckedNumber &check : checks) {
    if (check.value)
      check.value = check.value.replaceSymbols(to);
    check.size = check.size.replaceSymbols(to);
    replacePlace(check);
  }
  for (Access &access : accesses) {
    access.map = access.map.replaceDimsAndSymbols(
        /*dimReplacements=*/{}, to, access.map.getNumDims(), newSymbols.size());
    replacePlace(access);
  }
  for (auto &[value, expr] : exprs)
    if (expr)
      expr = expr.replaceSymbols(to);
  symbols.assign(newSymbols.begin(), newSymbols.end());
}

void NestAccesses::unifySymbols(NestAccesses &other) {
  auto getPositions = [&](ArrayRef<Symbol> of) {
    return llvm::map_to_vector(of, [&](const Symbol &symbol) {
      return getSymbol(symbol.name, symbol.value, symbol.dim, symbol.isCount);
    });
  };
  SmallVector<AffineExpr> own = getPositions(SmallVector<Symbol>(symbols));
  SmallVector<AffineExpr> others = getPositions(other.symbols);
  replaceSymbols(own, SmallVector<Symbol>(symbols));
  other.replaceSymbols(others, symbols);
}

/// Expressions that are nested more deeply, or have more parts, are not looked
/// into. A part that is shared counts wherever it stands: that is how often it
/// is looked at.
static constexpr unsigned maxExprDepth = 256;
static constexpr unsigned maxExprParts = 4096;

AffineExpr NestAccesses::getExpr(Value value, unsigned depth) {
  if (auto found = exprs.find(value); found != exprs.end())
    return found->second;
  AffineExpr expr =
      depth > maxExprDepth ? AffineExpr() : computeExpr(value, depth);
  if (expr && countParts(expr) > maxExprParts)
    expr = {};
  exprs[value] = expr;
  return expr;
}

unsigned NestAccesses::countParts(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 1;
  if (auto found = partCounts.find(expr); found != partCounts.end())
    return found->second;
  unsigned count =
      std::min(1 + countParts(binary.getLHS()) + countParts(binary.getRHS()),
               maxExprParts + 1);
  partCounts[expr] = count;
  return count;
}

AffineExpr NestAccesses::computeExpr(Value value, unsigned depth) {
  MLIRContext *context = nest.getContext();
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return getAffineConstantExpr(constant.getSExtValue(), context);
  if (Operation *op = value.getDefiningOp();
      isa_and_present<arith::ExtSIOp, arith::ExtUIOp>(op) &&
      value.getType().isInteger(64))
    return getDataNumber({op->getOperand(0), isa<arith::ExtSIOp>(op)
                                                 ? Extension::Signed
                                                 : Extension::Unsigned});
  if (AffineExpr number = getDataNumber({value, Extension::None}))
    return number;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() == &nest.getBody().front())
      return getAffineDimExpr(argument.getArgNumber(), context);
    // The indices of loops in the body are known before their bodies are
    // looked into.
    return value.getType().isIndex() ? getScalar(value, depth) : AffineExpr();
  }

  auto combine = [&](Operation *op, auto combineExprs) -> AffineExpr {
    AffineExpr lhs = getExpr(op->getOperand(0), depth + 1);
    AffineExpr rhs = lhs ? getExpr(op->getOperand(1), depth + 1) : AffineExpr();
    return rhs ? combineExprs(lhs, rhs) : AffineExpr();
  };
  auto add = [](AffineExpr l, AffineExpr r) { return l + r; };
  auto sub = [](AffineExpr l, AffineExpr r) { return l - r; };
  auto mul = [](AffineExpr l, AffineExpr r) {
    bool affine = isa<AffineConstantExpr>(l) || isa<AffineConstantExpr>(r);
    return affine ? l * r : AffineExpr();
  };
  auto byPositive = [&](auto divide) {
    return [this, divide](AffineExpr l, AffineExpr r) {
      auto divisor = dyn_cast<AffineConstantExpr>(r);
      std::optional<AffineRange> range = getRange(l);
      bool isFine =
          divisor && divisor.getValue() > 0 && range && fitsMachineWord(*range);
      return isFine ? divide(l, r) : AffineExpr();
    };
  };
  auto floorDiv =
      byPositive([](AffineExpr l, AffineExpr r) { return l.floorDiv(r); });
  auto ceilDiv =
      byPositive([](AffineExpr l, AffineExpr r) { return l.ceilDiv(r); });

  return TypeSwitch<Operation *, AffineExpr>(value.getDefiningOp())
      .Case<arith::AddIOp, index::AddOp>(
          [&](Operation *op) { return combine(op, add); })
      .Case<arith::SubIOp, index::SubOp>(
          [&](Operation *op) { return combine(op, sub); })
      .Case<arith::MulIOp, index::MulOp>(
          [&](Operation *op) { return combine(op, mul); })
      .Case<arith::FloorDivSIOp, index::FloorDivSOp>(
          [&](Operation *op) { return combine(op, floorDiv); })
      .Case<arith::CeilDivSIOp, index::CeilDivSOp>(
          [&](Operation *op) { return combine(op, ceilDiv); })
      .Case([&](DimOp op) -> AffineExpr {
        auto type = cast<ArrayType>(op.getArray().getType());
        int64_t size = type.getShape()[op.getDimension()];
        if (size != ShapedType::kDynamic)
          return getAffineConstantExpr(size, context);
        return getSymbol(getSizeName(op.getArray(), op.getDimension()),
                         op.getArray(), op.getDimension());
      })
      .Case([&](affine::AffineApplyOp op) { return computeApply(op, depth); })
      .Case([&](arith::IndexCastOp op) {
        // An index has 64 bits as well.
        if (op.getType().isIndex())
          if (AffineExpr number =
                  getDataNumber({op.getIn(), Extension::Signed}))
            return number;
        bool isWide = (op.getIn().getType().isIndex() ||
                       op.getIn().getType().isInteger(64)) &&
                      (op.getType().isIndex() || op.getType().isInteger(64));
        return isWide ? getExpr(op.getIn(), depth + 1) : AffineExpr();
      })
      .Case([&](arith::IndexCastUIOp op) {
        return op.getType().isIndex()
                   ? getDataNumber({op.getIn(), Extension::Unsigned})
                   : AffineExpr();
      })
      .Default([](Operation *) { return AffineExpr(); });
}

AffineExpr NestAccesses::computeApply(affine::AffineApplyOp op,
                                      unsigned depth) {
  AffineMap map = op.getAffineMap();
  SmallVector<AffineExpr> operands;
  SmallVector<AffineRange> ranges;
  for (Value operand : op.getMapOperands()) {
    AffineExpr expr = getExpr(operand, depth + 1);
    std::optional<AffineRange> range = expr ? getRange(expr) : std::nullopt;
    if (!range)
      return {};
    operands.push_back(expr);
    ranges.push_back(*range);
  }
  // The machine computes the operands first, and may wrap before it divides:
  // what is simplified across the two must not hide that.
  unsigned numDims = map.getNumDims();
  ArrayRef<AffineRange> allRanges(ranges);
  if (!getAffineRange(map.getResult(0), allRanges.take_front(numDims),
                      allRanges.drop_front(numDims)))
    return {};
  ArrayRef<AffineExpr> all(operands);
  AffineExpr expr = map.getResult(0).replaceDimsAndSymbols(
      all.take_front(numDims), all.drop_front(numDims));
  return expr.isPureAffine() ? expr : AffineExpr();
}

std::optional<AffineRange> NestAccesses::getRange(AffineExpr expr) const {
  SmallVector<AffineRange> dimRanges, symbolRanges;
  for (AffineExpr bound : sizes) {
    auto size = dyn_cast<AffineConstantExpr>(bound);
    dimRanges.push_back(
        {0, size ? std::max<int64_t>(size.getValue(), 1) - 1 : largestSize});
  }
  llvm::append_range(dimRanges, innerRanges);
  for (const Symbol &symbol : symbols)
    symbolRanges.push_back(
        {symbol.isSize() ? __int128(0) : std::numeric_limits<int64_t>::min(),
         symbol.isSize() ? largestSize : std::numeric_limits<int64_t>::max()});
  return getAffineRange(expr, dimRanges, symbolRanges);
}

AffineExpr NestAccesses::getArraySize(const Access &access,
                                      unsigned dim) const {
  int64_t size = cast<ArrayType>(access.array.getType()).getShape()[dim];
  if (size != ShapedType::kDynamic)
    return getAffineConstantExpr(size, access.op->getContext());
  return getAffineSymbolExpr(findSymbol(getSizeName(access.array, dim)),
                             access.op->getContext());
}

AffineExpr NestAccesses::getOffset(const Access &access) const {
  auto type = cast<ArrayType>(access.array.getType());
  SmallVector<AffineExpr> arraySizes;
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    arraySizes.push_back(getArraySize(access, dim));
  return toAffineExpr(type.getOffset(), access.map.getResults(), arraySizes,
                      access.op->getContext());
}

FailureOr<NestAccesses> NestAccesses::get(NestOp nest) {
  NestAccesses result(nest);
  if (failed(result.collectSpace()) || failed(result.collectAccesses()))
    return failure();
  return result;
}

LogicalResult NestAccesses::collectSpace() {
  // 1. The box.
  for (auto [position, size] : llvm::enumerate(nest.getMixedSizes())) {
    AffineExpr expr =
        isa<Attribute>(size)
            ? getAffineConstantExpr(nest.getStaticSizes()[position],
                                    nest.getContext())
            : getExpr(cast<Value>(size));
    if (!expr)
      return nest.emitOpError()
             << "runs index '" << nest.getIndexName(position)
             << "' to a size that is not an affine function of the arrays' "
                "sizes";
    sizes.push_back(expr);
  }

  // 2. What `where` leaves of it.
  SmallVector<AffineExpr> symbolExprs;
  for (Value value : nest.getWhereSymbols()) {
    symbolExprs.push_back(getExpr(value));
    if (!symbolExprs.back())
      return nest.emitOpError() << "is constrained by a value that is not an "
                                   "affine function of the arrays' sizes";
  }
  for (AffineExpr constraint : nest.getConstraints()) {
    AffineExpr expr = constraint.replaceSymbols(symbolExprs);
    if (!expr.isPureAffine())
      return nest.emitOpError() << "is constrained by an expression that is "
                                   "not affine";
    std::optional<AffineRange> range = getRange(expr);
    if (!range || !fitsMachineWord(*range))
      return nest.emitOpError() << "is constrained by an expression that may "
                                   "not fit 64 bits";
    constraints.push_back(expr);
  }
  return success();
}

LogicalResult NestAccesses::collectAccesses() {
  // Which points are in a segment, no set says.
  findDataNumbers();
  BodyPosition everywhere;
  everywhere.isCertain = !nest.getSegmented();
  if (failed(collectBlock(nest.getBody().front(), {everywhere})))
    return failure();
  // The maps are made last: only then all the symbols are known.
  for (auto [access, exprs] : llvm::zip_equal(accesses, indexVectors))
    access.map = AffineMap::get(getRank() + access.getNumInner(),
                                getNumSymbols(), exprs, nest.getContext());
  return success();
}

void NestAccesses::addPoints(PointSet &set, unsigned firstDim) const {
  for (auto [position, size] : llvm::enumerate(sizes)) {
    unsigned column = firstDim + position;
    set.addBound(presburger::BoundType::LB, column, 0);
    (void)set.addBound(
        presburger::BoundType::UB, column,
        AffineMap::get(set.getNumDimVars(), getNumSymbols(), size));
  }
  // A constraint that is not understood leaves more points, which is safe.
  for (AffineExpr constraint : constraints)
    (void)set.keepNonNegative(constraint.shiftDims(getRank(), firstDim));
  for (auto [position, symbol] : llvm::enumerate(symbols))
    if (symbol.isSize())
      set.addBound(presburger::BoundType::LB, set.getNumDimVars() + position,
                   0);
  for (AffineExpr fact : facts)
    (void)set.keepNonNegative(fact);
}

void NestAccesses::addPoints(PointSet &set, unsigned firstDim,
                             const BodyPosition &place,
                             unsigned firstInner) const {
  addPoints(set, firstDim);
  MLIRContext *context = NestOp(nest).getContext();
  SmallVector<AffineExpr> dims;
  for (unsigned dim = 0; dim < getRank(); ++dim)
    dims.push_back(getAffineDimExpr(firstDim + dim, context));
  for (unsigned dim = 0; dim < place.getNumInner(); ++dim)
    dims.push_back(getAffineDimExpr(firstInner + dim, context));
  for (AffineExpr constraint :
       llvm::concat<const AffineExpr>(place.constraints, place.facts))
    (void)set.keepNonNegative(constraint.replaceDims(dims));
}

PointSet NestAccesses::getPoints(const BodyPosition &place) const {
  PointSet points(getRank() + place.getNumInner(), getNumSymbols());
  addPoints(points, 0, place, getRank());
  return points;
}

StringRef NestAccesses::getDimName(const BodyPosition &place,
                                   unsigned dim) const {
  if (dim < getRank())
    return NestOp(nest).getIndexName(dim);
  Operation *loop = place.loops[dim - getRank()];
  if (!isa<affine::AffineForOp>(loop))
    return isa<LoadOp, memref::LoadOp, CheckedIndexOp, scf::ForOp>(loop)
               ? "a number that data chooses"
               : "an index outside of a size";
  auto name = loop->getAttrOfType<StringAttr>(indexAttrName);
  return name ? name.getValue() : "index of an inner loop";
}

SmallVector<Value> NestAccesses::getSymbolValues(OpBuilder &builder,
                                                 Location loc) const {
  return llvm::map_to_vector(symbols, [&](const Symbol &symbol) -> Value {
    if (!symbol.dim)
      return symbol.value;
    return DimOp::create(builder, loc, symbol.value, *symbol.dim);
  });
}
