// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LoopSplitter.h"

#include "LoopParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sa/Dialect/SA/Analysis/LoopMarks.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

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

void LoopSplitter::makeParts() {
  // Parts are work-items like the other iterations of the kernel: nothing
  // sequential is outside of them.
  assert(!around ||
         llvm::hasSingleElement(around.getBody()->without_terminator()));
  parts =
      cutIntoParts(loop, around ? &around.getBody()->front() : loop, numParts);
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
    addReport(func, "array '" + getArrayName(getOrigin(array)) +
                        "': no copy '" + copy.getName() + "': the loop '" +
                        getLoopName(loop) +
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
  origins[partial.getResult()] = getOrigin(array);
  redirectCopies(array, partial.getResult());
  redirect(array, partial.getResult(), kind);
  fill(array, partial.getResult(), kind, loc);
  combine(array, partial.getResult(), kind, loc);
}

/// True when so many arrays can be addressed, as far as their sizes are known.
static bool canBeAddressed(int64_t number, ArrayType type) {
  constexpr int64_t mostBytes = 16;
  int64_t bytes;
  if (llvm::MulOverflow(number, mostBytes, bytes))
    return false;
  for (int64_t size : type.getShape())
    if (size != ShapedType::kDynamic &&
        llvm::MulOverflow(bytes, std::max<int64_t>(size, 1), bytes))
      return false;
  return true;
}

LogicalResult LoopSplitter::run() {
  auto names = loop->getAttrOfType<ArrayAttr>(reductionsAttrName);
  llvm::SmallSetVector<Value, 4> arrays;
  for (Attribute name : names)
    loop.walk([&](AccumulateOp op) {
      if (getArrayName(getOrigin(op.getArray())) ==
          cast<StringAttr>(name).getValue())
        arrays.insert(op.getArray());
    });
  SmallVector<std::pair<Value, SmallVector<AccumulateOp>>> found;
  for (Value array : arrays) {
    FailureOr<SmallVector<AccumulateOp>> accumulations =
        findAccumulations(array);
    if (failed(accumulations))
      return failure();
    if (!canBeAddressed(numParts, cast<ArrayType>(array.getType())))
      return loop.emitError()
             << "the loop '" << getLoopName(loop) << "' runs in " << numParts
             << " parts, and as many copies of '"
             << getArrayName(getOrigin(array))
             << "' are more than can be addressed: use fewer threads";
    found.push_back({array, *accumulations});
  }
  makeParts();
  for (auto &[array, accumulations] : found) {
    for (AccumulateOp accumulation : accumulations)
      makeSums(array, accumulation.getKind(), accumulation.getLoc(),
               /*isOnly=*/accumulations.size() == 1);
    dropCopies(array);
    addReport(func, "array '" + getArrayName(getOrigin(array)) +
                        "': the iterations of '" + getLoopName(loop) +
                        "' accumulate into " + Twine(numParts) +
                        " partial arrays, which are put together afterwards");
  }
  return success();
}
