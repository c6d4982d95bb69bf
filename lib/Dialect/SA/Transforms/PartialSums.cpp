// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accumulations of iterations that run at the same time: each of a fixed number
// of work-items gets every n-th iteration and sums of its own, which are put
// together afterwards, in the order of the work-items.
//
//   for k parallel                →   for k_part < 16, i parallel
//   C_part[k_part, i] = 0
//     C[i] += A[i, k]                 for k_part < 16 parallel
//                                       for k = k_part to K step 16
//                                         C_part[k_part, i] += A[i, k]
//                                     for i parallel
//                                       for k_part < 16   C[i] +=
//                                       C_part[k_part, i]

#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sa/Dialect/SA/Analysis/LoopMarks.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAPARTIALSUMS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

/// Over how many work-items iterations are spread when nobody says.
static constexpr int64_t defaultParts = 16;

namespace {

/// Splits one loop whose iterations accumulate into common elements.
class LoopSplitter {
public:
  explicit LoopSplitter(AffineForOp loop)
      : loop(loop), func(loop->getParentOfType<FuncOp>()),
        builder(loop.getContext()) {}

  LogicalResult run();

private:
  /// An accumulation of each kind into an array in the loop. Different kinds
  /// are of different elements.
  FailureOr<SmallVector<AccumulateOp>> findAccumulations(Value array);
  /// Makes the part loop around the loop.
  void makeParts();
  void redirect(Value array, Value partial, AccumulateKind kind);
  /// Loops over all the elements of `array`, in parallel.
  SmallVector<Value> openElementLoops(Value array);
  void fill(Value array, Value partial, AccumulateKind kind, Location loc);
  void combine(Value array, Value partial, AccumulateKind kind, Location loc);
  AffineForOp openLoop(Value array, std::optional<unsigned> dim, StringRef name,
                       bool isParallel);
  Operation *getKernel();
  /// Lets accumulations of one kind go to partial sums.
  void makeSums(Value array, AccumulateKind kind, Location loc, bool isOnly);

  AffineForOp loop, parts;
  FuncOp func;
  OpBuilder builder;
  int64_t numParts = defaultParts;
};

} // namespace

/// What changes nothing when it is accumulated.
static TypedAttr getNeutral(AccumulateKind kind, ArrayType array) {
  Type type = array.getValueType();
  if (isa<ComplexType>(type))
    return {};
  if (auto floating = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floating.getFloatSemantics();
    APFloat value = kind == AccumulateKind::Mul   ? APFloat(semantics, 1)
                    : kind == AccumulateKind::Min ? APFloat::getInf(semantics)
                    : kind == AccumulateKind::Max
                        ? APFloat::getInf(semantics, /*Negative=*/true)
                        // Not +0, which would make +0 of -0.
                        : APFloat::getZero(semantics, /*Negative=*/true);
    return FloatAttr::get(type, value);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  bool isUnsigned = array.isUnsigned();
  APInt value(width, 0);
  if (kind == AccumulateKind::Mul)
    value = APInt(width, 1);
  else if (kind == AccumulateKind::And)
    value = APInt::getAllOnes(width);
  else if (kind == AccumulateKind::Min)
    value = isUnsigned ? APInt::getMaxValue(width)
                       : APInt::getSignedMaxValue(width);
  else if (kind == AccumulateKind::Max)
    value = isUnsigned ? APInt::getMinValue(width)
                       : APInt::getSignedMinValue(width);
  return IntegerAttr::get(type, value);
}

FailureOr<SmallVector<AccumulateOp>>
LoopSplitter::findAccumulations(Value array) {
  SmallVector<AccumulateOp> found;
  auto type = cast<ArrayType>(array.getType());
  bool isPossible = type.getDomainConstraints().empty() && type.isInjective();
  loop.walk([&](AccumulateOp op) {
    if (op.getArray() != array || llvm::any_of(found, [&](AccumulateOp other) {
          return other.getKind() == op.getKind();
        }))
      return;
    found.push_back(op);
    isPossible &= !!getNeutral(op.getKind(), type);
  });
  if (!isPossible)
    return loop.emitError()
           << "the loop '" << getLoopName(loop)
           << "' cannot run in parallel: its iterations accumulate into '"
           << getArrayName(array)
           << "', and only arrays of real numbers whose layout has a place for "
              "every element can have partial sums";
  return found;
}

void LoopSplitter::makeParts() {
  // The outermost position: parts are work-items like the other iterations of
  // the kernel.
  builder.setInsertionPoint(loop);
  parts = AffineForOp::create(builder, loop.getLoc(), 0, numParts);
  parts->setAttr(indexAttrName,
                 builder.getStringAttr(getLoopName(loop) + "_part"));
  parts->setAttr(runAttrName, builder.getStringAttr("parallel"));
  int64_t step = loop.getStepAsInt();
  AffineMap lower = loop.getLowerBoundMap();
  SmallVector<Value> operands(loop.getLowerBoundOperands());
  operands.insert(operands.begin() + lower.getNumDims(),
                  parts.getInductionVar());
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : lower.getResults())
    results.push_back(expr +
                      builder.getAffineDimExpr(lower.getNumDims()) * step);
  loop.setLowerBound(operands, AffineMap::get(lower.getNumDims() + 1,
                                              lower.getNumSymbols(), results,
                                              builder.getContext()));
  loop.setStep(step * numParts);
  loop->removeAttr(runAttrName);
  loop->removeAttr(maxThreadsAttrName);
  loop->removeAttr(policyAttrName);
  loop->removeAttr(reductionsAttrName);
  loop->moveBefore(parts.getBody()->getTerminator());
}

void LoopSplitter::redirect(Value array, Value partial, AccumulateKind kind) {
  for (Operation *user : llvm::make_early_inc_range(array.getUsers())) {
    auto accumulate = dyn_cast<AccumulateOp>(user);
    if (!accumulate || accumulate.getKind() != kind || !loop->isAncestor(user))
      continue;
    builder.setInsertionPoint(user);
    SmallVector<Value> indices = {parts.getInductionVar()};
    llvm::append_range(indices, accumulate.getIndices());
    AccumulateOp::create(builder, user->getLoc(), accumulate.getKind(),
                         accumulate.getValue(), partial, indices);
    user->erase();
  }
}

AffineForOp LoopSplitter::openLoop(Value array, std::optional<unsigned> dim,
                                   StringRef name, bool isParallel) {
  Location loc = loop.getLoc();
  auto type = cast<ArrayType>(array.getType());
  int64_t size = dim ? type.getShape()[*dim] : numParts;
  AffineForOp opened;
  if (size != ShapedType::kDynamic) {
    opened = AffineForOp::create(builder, loc, 0, size);
  } else {
    OpBuilder atStart(builder.getContext());
    atStart.setInsertionPointAfterValue(array);
    Value bound = DimOp::create(atStart, loc, array, *dim);
    opened = AffineForOp::create(builder, loc, ValueRange(),
                                 builder.getConstantAffineMap(0), bound,
                                 builder.getSymbolIdentityMap());
  }
  opened->setAttr(indexAttrName, builder.getStringAttr(name));
  if (isParallel)
    opened->setAttr(runAttrName, builder.getStringAttr("parallel"));
  builder.setInsertionPointToStart(opened.getBody());
  return opened;
}

SmallVector<Value> LoopSplitter::openElementLoops(Value array) {
  SmallVector<Value> indices;
  auto type = cast<ArrayType>(array.getType());
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    indices.push_back(openLoop(array, dim,
                               getArrayName(array) + "_" + std::to_string(dim),
                               /*isParallel=*/true)
                          .getInductionVar());
  return indices;
}

void LoopSplitter::fill(Value array, Value partial, AccumulateKind kind,
                        Location loc) {
  builder.setInsertionPoint(getKernel());
  SmallVector<Value> indices = openElementLoops(array);
  indices.insert(indices.begin(),
                 openLoop(array, std::nullopt, "part", /*isParallel=*/false)
                     .getInductionVar());
  Value neutral = arith::ConstantOp::create(
      builder, loc, getNeutral(kind, cast<ArrayType>(array.getType())));
  StoreOp::create(builder, loc, neutral, partial, indices);
}

void LoopSplitter::combine(Value array, Value partial, AccumulateKind kind,
                           Location loc) {
  builder.setInsertionPointAfter(getKernel());
  SmallVector<Value> indices = openElementLoops(array);
  SmallVector<Value> partialIndices(indices);
  partialIndices.insert(
      partialIndices.begin(),
      openLoop(array, std::nullopt, "part", /*isParallel=*/false)
          .getInductionVar());
  Value sum = LoadOp::create(builder, loc, partial, partialIndices);
  AccumulateOp::create(builder, loc, kind, sum, array, indices);
}

Operation *LoopSplitter::getKernel() {
  // The outermost loop that runs in parallel: what is before it is complete
  // when it starts.
  Operation *kernel = parts;
  for (auto outer = parts->getParentOfType<AffineForOp>(); outer;
       outer = outer->getParentOfType<AffineForOp>())
    if (getRun(outer) == "parallel")
      kernel = outer;
  return kernel;
}

void LoopSplitter::makeSums(Value array, AccumulateKind kind, Location loc,
                            bool isOnly) {
  auto type = cast<ArrayType>(array.getType());
  SmallVector<int64_t> shape = {numParts};
  llvm::append_range(shape, type.getShape());
  SmallVector<StringAttr> sizes;
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    if (type.getShape()[dim] == ShapedType::kDynamic)
      sizes.push_back(builder.getStringAttr(getSizeName(array, dim)));
  std::string name = getArrayName(array);
  if (!isOnly)
    (name += "_") += stringifyAccumulateKind(kind);
  builder.setInsertionPointToStart(&func.getBody().front());
  auto partial = TempOp::create(
      builder, loop.getLoc(),
      ArrayType::get(shape, type.getElementType(), Role::Temp, {}, {}, sizes),
      name + "_part");
  partial.setUninitialized(true);
  redirect(array, partial.getResult(), kind);
  fill(array, partial.getResult(), kind, loc);
  combine(array, partial.getResult(), kind, loc);
}

LogicalResult LoopSplitter::run() {
  auto names = loop->getAttrOfType<ArrayAttr>(reductionsAttrName);
  SmallVector<std::pair<Value, SmallVector<AccumulateOp>>> found;
  for (Attribute name : names) {
    Value array;
    loop.walk([&](AccumulateOp op) {
      if (getArrayName(op.getArray()) == cast<StringAttr>(name).getValue())
        array = op.getArray();
    });
    if (!array)
      continue;
    FailureOr<SmallVector<AccumulateOp>> accumulations =
        findAccumulations(array);
    if (failed(accumulations))
      return failure();
    found.push_back({array, *accumulations});
  }
  if (auto threads = loop->getAttrOfType<IntegerAttr>(maxThreadsAttrName))
    numParts = threads.getInt();
  if (std::optional<uint64_t> count = affine::getConstantTripCount(loop))
    numParts = std::min<int64_t>(numParts, std::max<int64_t>(*count, 1));
  makeParts();
  for (auto &[array, accumulations] : found) {
    for (AccumulateOp accumulation : accumulations)
      makeSums(array, accumulation.getKind(), accumulation.getLoc(),
               /*isOnly=*/accumulations.size() == 1);
    addReport(func, "array '" + getArrayName(array) + "': the iterations of '" +
                        getLoopName(loop) + "' accumulate into " +
                        Twine(numParts) +
                        " partial arrays, which are put together afterwards");
  }
  return success();
}

namespace {
class PartialSums : public sa::impl::SAPartialSumsBase<PartialSums> {
  void runOnOperation() override {
    SmallVector<AffineForOp> loops;
    getOperation().walk([&](AffineForOp loop) {
      if (loop->hasAttr(reductionsAttrName))
        loops.push_back(loop);
    });
    for (AffineForOp loop : loops)
      if (failed(LoopSplitter(loop).run()))
        return signalPassFailure();
  }
};
} // namespace
