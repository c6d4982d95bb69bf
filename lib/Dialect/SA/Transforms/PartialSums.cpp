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
  /// Lets accumulations of one kind go to partial sums.
  void makeSums(Value array, AccumulateKind kind, Location loc, bool isOnly);
  /// Makes the part loop around the loop.
  void makeParts();
  void redirect(Value array, Value partial, AccumulateKind kind);
  /// Lets the copies of the array in the loop be copies of the partial one.
  void redirectCopies(Value array, Value partial);
  /// Drops copies for loops around the loop that use the array no more.
  void dropCopies(Value array);
  /// Loops over all the elements of `array`, in parallel.
  SmallVector<Value> openElementLoops(Value array);
  void fill(Value array, Value partial, AccumulateKind kind, Location loc);
  void combine(Value array, Value partial, AccumulateKind kind, Location loc);
  AffineForOp openLoop(Value array, std::optional<unsigned> dim, StringRef name,
                       bool isParallel);
  /// The outermost parallel loop around `inner`, a loop, or this itself.
  static Operation *getKernel(Operation *inner);

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
  auto isOfKnownKind = [&](AccumulateOp op) {
    return op && llvm::any_of(found, [&](AccumulateOp other) {
             return other.getKind() == op.getKind();
           });
  };
  loop.walk([&](AccumulateOp op) {
    if (op.getArray() != array || isOfKnownKind(op))
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
  // Until they are put together, nobody sees the sums. Copies hold those of one
  // kind.
  Operation *other = nullptr;
  for (Operation *user : array.getUsers()) {
    if (isa<CacheBlockOp>(user) && found.size() > 1)
      other = found.back();
    if (!isOfKnownKind(dyn_cast<AccumulateOp>(user)) &&
        isa<LoadOp, StoreOp, AccumulateOp>(user) &&
        getKernel(loop)->isAncestor(user))
      other = user;
  }
  if (!other)
    return found;
  InFlightDiagnostic diagnostic =
      loop.emitError()
      << "the loop '" << getLoopName(loop)
      << "' cannot run in parallel: its iterations accumulate into '"
      << getArrayName(array)
      << "', by partial sums, while the array is read, written or accumulated "
         "into in another way: fuse fewer loops, or keep the sums in an array "
         "of their own";
  diagnostic.attachNote(other->getLoc()) << "in another way here";
  return failure();
}

static void makeSequential(AffineForOp loop) {
  for (StringRef name :
       {runAttrName, maxThreadsAttrName, policyAttrName, reductionsAttrName})
    loop->removeAttr(name);
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
  makeSequential(loop);
  loop->moveBefore(parts.getBody()->getTerminator());
}

/// Lets a copy be one of `source`, and those of it have its type.
static void setSource(CacheBlockOp op, Value source) {
  op.getSourceMutable().assign(source);
  op.getCached().setType(cast<ArrayType>(source.getType()));
  for (Operation *user : op.getCached().getUsers())
    if (auto inner = dyn_cast<CacheBlockOp>(user))
      setSource(inner, op.getCached());
}

void LoopSplitter::redirectCopies(Value array, Value partial) {
  SmallVector<CacheBlockOp> copies;
  loop.walk([&](CacheBlockOp copy) {
    // Those of other copies in the loop follow.
    Value source = copy.getSource();
    auto outer = source.getDefiningOp<CacheBlockOp>();
    bool isOutermost = !outer || !loop->isAncestor(outer);
    for (; outer; outer = source.getDefiningOp<CacheBlockOp>())
      source = outer.getSource();
    if (isOutermost && source == array)
      copies.push_back(copy);
  });
  for (CacheBlockOp copy : copies)
    setSource(copy, partial);
}

void LoopSplitter::dropCopies(Value array) {
  SmallVector<CacheBlockOp> unused;
  for (Operation *user : array.getUsers()) {
    auto copy = dyn_cast<CacheBlockOp>(user);
    Operation *trigger = copy;
    while (isa_and_nonnull<CacheBlockOp>(trigger))
      trigger = trigger->getNextNode();
    if (!trigger || !trigger->isAncestor(loop))
      continue;
    if (llvm::none_of(array.getUsers(), [&](Operation *other) {
          return trigger->isAncestor(other) &&
                 isa<LoadOp, StoreOp, AccumulateOp>(other);
        }))
      unused.push_back(copy);
  }
  for (CacheBlockOp copy : unused) {
    addReport(func, "array '" + getArrayName(array) + "': no copy '" +
                        copy.getName() + "': the loop '" + getLoopName(loop) +
                        "' accumulates into partial arrays");
    copy.getCached().replaceAllUsesWith(array);
    copy.erase();
  }
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
  // Nothing comes between a loop and the copies that are announced for it.
  Operation *first = getKernel(parts);
  while (isa_and_nonnull<CacheBlockOp>(first->getPrevNode()))
    first = first->getPrevNode();
  builder.setInsertionPoint(first);
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
  builder.setInsertionPointAfter(getKernel(parts));
  SmallVector<Value> indices = openElementLoops(array);
  SmallVector<Value> partialIndices(indices);
  partialIndices.insert(
      partialIndices.begin(),
      openLoop(array, std::nullopt, "part", /*isParallel=*/false)
          .getInductionVar());
  Value sum = LoadOp::create(builder, loc, partial, partialIndices);
  AccumulateOp::create(builder, loc, kind, sum, array, indices);
}

Operation *LoopSplitter::getKernel(Operation *inner) {
  // The outermost loop that runs in parallel: what is before it is complete
  // when it starts.
  Operation *kernel = inner;
  for (auto outer = inner->getParentOfType<AffineForOp>(); outer;
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
  redirectCopies(array, partial.getResult());
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
    dropCopies(array);
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
    getOperation().walk<WalkOrder::PreOrder>([&](AffineForOp loop) {
      if (loop->hasAttr(reductionsAttrName))
        loops.push_back(loop);
    });
    DenseMap<Operation *, ArrayAttr> handled;
    for (AffineForOp loop : loops) {
      auto names = loop->getAttrOfType<ArrayAttr>(reductionsAttrName);
      // The iterations of a loop in one that has parts for the same array add
      // to one part: one after the other.
      bool isInPart = llvm::any_of(handled, [&](auto &outer) {
        return outer.first->isProperAncestor(loop) &&
               llvm::any_of(names, [&](Attribute name) {
                 return llvm::is_contained(outer.second, name);
               });
      });
      if (isInPart)
        makeSequential(loop);
      else if (failed(LoopSplitter(loop).run()))
        return signalPassFailure();
      else
        handled[loop.getOperation()] = names;
    }
  }
};
} // namespace
