// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ReductionLoop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/Analysis/Loops/Reductions.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Loops/DistributeLoop.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

FailureOr<SmallVector<AccumulateOp>>
ReductionLoop::findAccumulations(Value array) {
  SmallVector<AccumulateOp> found;
  SmallVector<AccumulateKind> kinds;
  auto isOfKnownKind = [&](AccumulateOp op) {
    return op && llvm::is_contained(kinds, op.getKind());
  };
  loop.walk([&](AccumulateOp op) {
    if (op.getArray() != array || isOfKnownKind(op))
      return;
    found.push_back(op);
    kinds.push_back(op.getKind());
  });
  if (!canHavePartialResults(cast<ArrayType>(array.getType()), kinds)) {
    InFlightDiagnostic error = loop.emitError();
    explainNoPartialResults(error, getLoopName(loop), getArrayName(array));
    return failure();
  }
  // Until they are put together, nobody sees the sums. Copies hold those of one
  // kind.
  Operation *other = nullptr;
  for (Operation *user : array.getUsers()) {
    if (isa<LoopCacheOp>(user) && found.size() > 1)
      other = found.back();
    if (!isOfKnownKind(dyn_cast<AccumulateOp>(user)) &&
        isa<LoadOp, StoreOp, AccumulateOp>(user) &&
        getKernel(loop)->isAncestor(user))
      other = user;
  }
  if (!other)
    return found;
  InFlightDiagnostic error = loop.emitError();
  explainOtherAccess(error, getLoopName(loop), getArrayName(array),
                     other->getLoc());
  return failure();
}

void ReductionLoop::makeParts() {
  // Parts are work-items like the other iterations of the kernel: nothing
  // sequential is outside of them.
  assert(!around ||
         llvm::hasSingleElement(around.getBody()->without_terminator()));
  parts = distributeLoop(loop, around ? &around.getBody()->front() : loop,
                         numParts);
}

/// Lets a copy be one of `source`, and those of it have its type.
static void setSource(LoopCacheOp op, Value source) {
  op.getSourceMutable().assign(source);
  op.getCached().setType(cast<ArrayType>(source.getType()));
  for (Operation *user : op.getCached().getUsers())
    if (auto inner = dyn_cast<LoopCacheOp>(user))
      setSource(inner, op.getCached());
}

void ReductionLoop::redirectCopies(Value array, Value partial) {
  SmallVector<LoopCacheOp> copies;
  loop.walk([&](LoopCacheOp copy) {
    // Those of other copies in the loop follow.
    Value source = copy.getSource();
    auto outer = source.getDefiningOp<LoopCacheOp>();
    bool isOutermost = !outer || !loop->isAncestor(outer);
    for (; outer; outer = source.getDefiningOp<LoopCacheOp>())
      source = outer.getSource();
    if (isOutermost && source == array)
      copies.push_back(copy);
  });
  for (LoopCacheOp copy : copies)
    setSource(copy, partial);
}

void ReductionLoop::dropCopies(Value array) {
  SmallVector<LoopCacheOp> unused;
  for (Operation *user : array.getUsers()) {
    auto copy = dyn_cast<LoopCacheOp>(user);
    Operation *trigger = copy;
    while (isa_and_nonnull<LoopCacheOp>(trigger))
      trigger = trigger->getNextNode();
    if (!trigger || !trigger->isAncestor(loop))
      continue;
    if (llvm::none_of(array.getUsers(), [&](Operation *other) {
          return trigger->isAncestor(other) &&
                 isa<LoadOp, StoreOp, AccumulateOp>(other);
        }))
      unused.push_back(copy);
  }
  for (LoopCacheOp copy : unused) {
    addReport(func, ReportSubject::Array,
              StringRef(getArrayName(getOrigin(array))),
              "no cache '" + copy.getName() + "': the loop '" +
                  getLoopName(loop) + "' accumulates into partial arrays",
              {{"loop", getLoopName(loop)}});
    copy.getCached().replaceAllUsesWith(array);
    copy.erase();
  }
}

void ReductionLoop::redirect(Value array, Value partial, AccumulateKind kind) {
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

AffineForOp ReductionLoop::openLoop(Value array, std::optional<unsigned> dim,
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
    setExecution(opened, Execution::Parallel);
  builder.setInsertionPointToStart(opened.getBody());
  return opened;
}

SmallVector<Value> ReductionLoop::openElementLoops(Value array) {
  SmallVector<Value> indices;
  auto type = cast<ArrayType>(array.getType());
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    indices.push_back(openLoop(array, dim,
                               getArrayName(array) + "_" + std::to_string(dim),
                               /*isParallel=*/true)
                          .getInductionVar());
  return indices;
}

void ReductionLoop::fill(Value array, Value partial, AccumulateKind kind,
                         Location loc) {
  // Nothing comes between a loop and the copies that are announced for it.
  Operation *first = getKernel(parts);
  while (isa_and_nonnull<LoopCacheOp>(first->getPrevNode()))
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

void ReductionLoop::combine(Value array, Value partial, AccumulateKind kind,
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

Operation *ReductionLoop::getKernel(Operation *inner) {
  // The outermost loop that runs in parallel: what is before it is complete
  // when it starts.
  Operation *kernel = inner;
  for (auto outer = inner->getParentOfType<AffineForOp>(); outer;
       outer = outer->getParentOfType<AffineForOp>())
    if (getExecution(outer) == Execution::Parallel)
      kernel = outer;
  return kernel;
}

void ReductionLoop::makeSums(Value array, AccumulateKind kind, Location loc,
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

LogicalResult ReductionLoop::run() {
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
    if (!canBeAddressed(numParts, cast<ArrayType>(array.getType()))) {
      InFlightDiagnostic error = loop.emitError();
      explainTooLarge(error, getLoopName(loop), getArrayName(getOrigin(array)),
                      numParts);
      return failure();
    }
    found.push_back({array, *accumulations});
  }
  makeParts();
  for (auto &[array, accumulations] : found) {
    for (AccumulateOp accumulation : accumulations)
      makeSums(array, accumulation.getKind(), accumulation.getLoc(),
               /*isOnly=*/accumulations.size() == 1);
    dropCopies(array);
    addReport(func, ReportSubject::Array,
              StringRef(getArrayName(getOrigin(array))),
              "the iterations of '" + getLoopName(loop) + "' accumulate into " +
                  Twine(numParts) +
                  " partial arrays, which are put together afterwards",
              {{"loop", getLoopName(loop)}, {"partial_arrays", numParts}});
  }
  return success();
}
