// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refuses reads of an output that come before the write.

#include "mlir/Analysis/Presburger/PresburgerRelation.h"
#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/NestAccesses.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace sa {
#define GEN_PASS_DEF_SACHECKOUTPUTS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;
using presburger::PresburgerRelation;
using presburger::PresburgerSet;
using presburger::PresburgerSpace;
using presburger::VarKind;

namespace {

/// The nests of a function, with the same symbols everywhere.
class FunctionAccesses {
public:
  static FailureOr<FunctionAccesses> get(FuncOp func);

  /// Finds a point of nest `position` where `read` finds no value.
  std::optional<SmallVector<int64_t>> findEarlyRead(unsigned position,
                                                    const Access &read);
  /// True when every element of `array` is written.
  bool isFilled(Value array);

  unsigned getNumNests() const { return nests.size(); }
  const NestAccesses &getNest(unsigned position) { return nests[position]; }

private:
  /// `expr` of a nest, with the function's symbols and its dimensions moved.
  AffineExpr align(const NestAccesses &nest, AffineExpr expr, unsigned shift);
  /// Fails when the set has more points than the nest because something is not
  /// understood.
  LogicalResult addPoints(PointSet &set, const NestAccesses &nest,
                          unsigned firstDim);
  PointSet makeSet(unsigned numDims);
  /// The dimensions from `first` on exist, but are not part of the points.
  static PresburgerSet hideDims(PointSet set, unsigned first);
  /// Those points of `nest` at which `read` meets an earlier `write`.
  void addCovered(PresburgerSet &covered, const NestAccesses &nest,
                  const Access &read, const NestAccesses &writer,
                  const Access &write);

  std::vector<NestAccesses> nests;
  SmallVector<StringRef> symbols;
};

} // namespace

FailureOr<FunctionAccesses> FunctionAccesses::get(FuncOp func) {
  FunctionAccesses result;
  for (NestOp op : func.getOps<NestOp>()) {
    FailureOr<NestAccesses> nest = NestAccesses::get(op);
    if (failed(nest))
      return failure();
    result.nests.push_back(std::move(*nest));
  }
  for (const NestAccesses &nest : result.nests)
    for (unsigned i = 0; i < nest.getNumSymbols(); ++i)
      if (!llvm::is_contained(result.symbols, nest.getSymbolName(i)))
        result.symbols.push_back(nest.getSymbolName(i));
  return result;
}

AffineExpr FunctionAccesses::align(const NestAccesses &nest, AffineExpr expr,
                                   unsigned shift) {
  SmallVector<AffineExpr> replacements;
  for (unsigned i = 0; i < nest.getNumSymbols(); ++i) {
    auto *found = llvm::find(symbols, nest.getSymbolName(i));
    replacements.push_back(
        getAffineSymbolExpr(found - symbols.begin(), expr.getContext()));
  }
  return expr.replaceSymbols(replacements).shiftDims(nest.getRank(), shift);
}

PointSet FunctionAccesses::makeSet(unsigned numDims) {
  PointSet set(numDims, symbols.size());
  // Scalars are symbols too, and may be negative; assuming that they are sizes
  // would prove too much.
  for (const NestAccesses &nest : nests)
    for (unsigned i = 0; i < nest.getNumSymbols(); ++i)
      if (nest.isSize(i)) {
        auto *found = llvm::find(symbols, nest.getSymbolName(i));
        set.addBound(presburger::BoundType::LB,
                     numDims + (found - symbols.begin()), 0);
      }
  return set;
}

LogicalResult FunctionAccesses::addPoints(PointSet &set,
                                          const NestAccesses &nest,
                                          unsigned firstDim) {
  MLIRContext *context = nest.getNest().getContext();
  bool isExact = true;
  for (auto [position, size] : llvm::enumerate(nest.getSizes())) {
    AffineExpr index = getAffineDimExpr(firstDim + position, context);
    isExact &= succeeded(set.keepNonNegative(index));
    isExact &= succeeded(set.keepNonNegative(align(nest, size, 0) - index - 1));
  }
  for (AffineExpr constraint : nest.getConstraints())
    isExact &=
        succeeded(set.keepNonNegative(align(nest, constraint, firstDim)));
  return success(isExact);
}

PresburgerSet FunctionAccesses::hideDims(PointSet set, unsigned first) {
  set.convertVarKind(VarKind::SetDim, first, set.getNumDimVars(),
                     VarKind::Local);
  return PresburgerSet(PresburgerRelation(set).computeReprWithOnlyDivLocals());
}

void FunctionAccesses::addCovered(PresburgerSet &covered,
                                  const NestAccesses &nest, const Access &read,
                                  const NestAccesses &writer,
                                  const Access &write) {
  unsigned rank = nest.getRank(), writerRank = writer.getRank();
  PointSet both = makeSet(rank + writerRank);
  // Writes that are not understood cover nothing.
  if (failed(addPoints(both, nest, 0)) || failed(addPoints(both, writer, rank)))
    return;
  for (auto [readIndex, writeIndex] :
       llvm::zip_equal(read.map.getResults(), write.map.getResults()))
    if (failed(both.keepZero(align(nest, readIndex, 0) -
                             align(writer, writeIndex, rank))))
      return;
  if (&nest != &writer) {
    covered.unionInPlace(hideDims(both, rank));
    return;
  }
  // In one nest the write comes first at an earlier point, or at the same one
  // when it stands before the read.
  MLIRContext *context = nest.getNest().getContext();
  for (unsigned depth = 0; depth <= rank; ++depth) {
    if (depth == rank && !write.op->isBeforeInBlock(read.op))
      break;
    PointSet earlier = both;
    for (unsigned i = 0; i < std::min(depth + 1, rank); ++i) {
      AffineExpr distance =
          getAffineDimExpr(i, context) - getAffineDimExpr(rank + i, context);
      if (i == depth)
        (void)earlier.keepNonNegative(distance - 1);
      else
        (void)earlier.keepZero(distance);
    }
    covered.unionInPlace(hideDims(earlier, rank));
  }
}

std::optional<SmallVector<int64_t>>
FunctionAccesses::findEarlyRead(unsigned position, const Access &read) {
  const NestAccesses &nest = nests[position];
  PointSet points = makeSet(nest.getRank());
  (void)addPoints(points, nest, 0);
  auto covered = PresburgerSet::getEmpty(points.getSpaceWithoutLocals());
  for (unsigned i = 0; i <= position; ++i)
    for (const Access &write : nests[i].getAccesses())
      if (write.array == read.array && write.writes)
        addCovered(covered, nest, read, nests[i], write);
  PresburgerRelation early = PresburgerRelation(points).subtract(covered);
  SmallVector<llvm::DynamicAPInt> sample;
  if (!early.findIntegerSample(sample))
    return std::nullopt;
  SmallVector<int64_t> point;
  for (unsigned i = 0; i < nest.getRank() + symbols.size(); ++i)
    point.push_back(static_cast<int64_t>(sample[i]));
  return point;
}

bool FunctionAccesses::isFilled(Value array) {
  auto type = cast<ArrayType>(array.getType());
  unsigned rank = type.getRank();
  MLIRContext *context = type.getContext();
  // 1. The elements.
  PointSet elements = makeSet(rank);
  for (unsigned dim = 0; dim < rank; ++dim) {
    AffineExpr index = getAffineDimExpr(dim, context);
    (void)elements.keepNonNegative(index);
    AffineExpr size = getAffineConstantExpr(type.getShape()[dim], context);
    if (type.getShape()[dim] == ShapedType::kDynamic) {
      auto *found = llvm::find(symbols, getSizeName(array, dim));
      if (found == symbols.end())
        return false;
      size = getAffineSymbolExpr(found - symbols.begin(), context);
    }
    (void)elements.keepNonNegative(size - index - 1);
  }
  for (AffineExpr constraint : type.getDomainConstraints())
    (void)elements.keepNonNegative(constraint);
  // 2. Less those that are written.
  auto written = PresburgerSet::getEmpty(elements.getSpaceWithoutLocals());
  for (const NestAccesses &nest : nests)
    for (const Access &access : nest.getAccesses()) {
      if (access.array != array || !access.writes)
        continue;
      PointSet image = makeSet(rank + nest.getRank());
      bool isUnderstood = succeeded(addPoints(image, nest, rank));
      for (auto [dim, index] : llvm::enumerate(access.map.getResults()))
        isUnderstood &= succeeded(image.keepZero(
            align(nest, index, rank) - getAffineDimExpr(dim, context)));
      if (isUnderstood)
        written.unionInPlace(hideDims(image, rank));
    }
  return PresburgerRelation(elements).subtract(written).isIntegerEmpty();
}

namespace {
class CheckOutputs : public sa::impl::SACheckOutputsBase<CheckOutputs> {
  void runOnOperation() override {
    FuncOp func = getOperation();
    if (llvm::none_of(func.getBody().getArguments(), isOutput))
      return;
    FailureOr<FunctionAccesses> accesses = FunctionAccesses::get(func);
    if (failed(accesses))
      return signalPassFailure();
    for (unsigned i = 0; i < accesses->getNumNests(); ++i)
      for (const Access &access : accesses->getNest(i).getAccesses())
        if (isOutput(access.array) && !isa<StoreOp>(access.op) &&
            failed(checkRead(*accesses, i, access)))
          return signalPassFailure();
    for (BlockArgument argument : func.getBody().getArguments())
      if (isOutput(argument) && accesses->isFilled(argument))
        func.setArgAttr(argument.getArgNumber(), filledAttrName,
                        UnitAttr::get(&getContext()));
  }

  static bool isOutput(Value value) {
    auto type = dyn_cast<ArrayType>(value.getType());
    return type && type.getRole() == Role::Output;
  }

  static LogicalResult checkRead(FunctionAccesses &accesses, unsigned position,
                                 const Access &read) {
    auto point = accesses.findEarlyRead(position, read);
    if (!point)
      return success();
    NestOp nest = accesses.getNest(position).getNest();
    InFlightDiagnostic diagnostic =
        read.op->emitOpError()
        << "reads '" << getArrayName(read.array)
        << "', an 'output', before anything has written that element";
    if (nest.getRank() != 0)
      diagnostic << " (at ";
    for (unsigned i = 0; i < nest.getRank(); ++i)
      diagnostic << (i ? ", " : "") << nest.getIndexName(i) << " = "
                 << (*point)[i];
    if (nest.getRank() != 0)
      diagnostic << ")";
    return diagnostic << ": write it first, or give the array the role 'inout'";
  }
};
} // namespace
