// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where copies live.

#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Caches/CacheInsertion.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

bool CacheInsertion::awaitsBinding() {
  // Loops around one that is bound to work-items are bound already.
  bool isInGroup = false;
  for (auto loop = trigger->getParentOfType<AffineForOp>(); loop;
       loop = loop->getParentOfType<AffineForOp>())
    isInGroup |= isWorkItemLoop(loop);
  trigger.walk([&](AffineForOp loop) { isInGroup |= isWorkItemLoop(loop); });
  return !isInGroup && (op.getLocation() == MemorySpace::Local ||
                        op.getDoubleBufferLocation() == MemorySpace::Local);
}

LogicalResult CacheInsertion::findPlace() {
  for (auto loop = trigger->getParentOfType<AffineForOp>(); loop;
       loop = loop->getParentOfType<AffineForOp>())
    if (isConcurrent(loop))
      concurrent.insert(concurrent.begin(), loop);
  trigger.walk(
      [&](AffineForOp loop) { hasConcurrentInside |= isConcurrent(loop); });
  // C7
  if (!concurrent.empty() && hasConcurrentInside)
    return refuse() << "which is filled before the loop '"
                    << getLoopName(trigger) << "', between the loop '"
                    << getLoopName(concurrent.back())
                    << "' and another one that runs in parallel: trigger it "
                       "inside of all of them, or outside";
  // C8
  isLocal = op.getLocation() == MemorySpace::Local;
  if (isLocal && llvm::none_of(concurrent, isWorkItemLoop))
    return refuse() << "in local memory, but the loop '" << getLoopName(trigger)
                    << "' is in no loop that is bound to the work-items of a "
                       "group: bind one to thread_x, or use the location "
                       "'private' or 'global'";
  return success();
}

bool CacheInsertion::needsExtents() {
  return !concurrent.empty() && op.getLocation() &&
         op.getLocation() != MemorySpace::Global;
}

LogicalResult CacheInsertion::checkDoubleBuffer() {
  if (!op.getDoubleBuffer())
    return success();
  // C9
  auto outer = dyn_cast<AffineForOp>(trigger->getParentOp());
  if (!outer || isConcurrent(outer) ||
      getExecution(outer) == Execution::Vectorize)
    return refuse() << "with two buffers, but no sequential loop is right "
                       "outside of the loop '"
                    << getLoopName(trigger)
                    << "', the iterations of which could take turns: trigger "
                       "it further in, or leave double buffering out";
  if (space.getLowerBounds(outer).size() != 1 ||
      space.getUpperBounds(outer).empty())
    return refuse() << "with two buffers, but the first iteration of the loop '"
                    << getLoopName(outer)
                    << "' is not an affine function of what is outside of it";
  Operation *write = nullptr;
  outer.walk([&](Operation *user) {
    if (getAccess(user).first == source && !isa<LoadOp>(user))
      write = user;
  });
  if (write) {
    InFlightDiagnostic diagnostic =
        refuse() << "with two buffers, but the loop '" << getLoopName(outer)
                 << "' writes the array, so that what is fetched for the next "
                    "iteration may be old: leave double buffering out";
    diagnostic.attachNote(write->getLoc()) << "written here";
    return diagnostic;
  }
  streaming = outer;
  return success();
}

/// How many iterations a loop has, where that is known.
static std::optional<int64_t> countIterations(LoopSpace &space,
                                              AffineForOp loop) {
  SmallVector<AffineExpr> lower = space.getLowerBounds(loop);
  SmallVector<AffineExpr> upper = space.getUpperBounds(loop);
  if (lower.size() != 1)
    return std::nullopt;
  std::optional<int64_t> count;
  for (AffineExpr bound : upper)
    if (auto length = dyn_cast<AffineConstantExpr>(bound - lower.front())) {
      int64_t step = loop.getStepAsInt();
      int64_t iterations =
          std::max<int64_t>((length.getValue() + step - 1) / step, 0);
      count = std::min(count.value_or(iterations), iterations);
    }
  return count;
}

/// The name of a size that is larger than `index` in all iterations, or null.
static StringAttr findSize(LoopSpace &space, FuncOp func, AffineExpr index,
                           Operation *place) {
  for (BlockArgument argument : func.getBody().getArguments()) {
    auto type = dyn_cast<ArrayType>(argument.getType());
    for (int64_t dim = 0, rank = type ? type.getRank() : 0; dim < rank; ++dim) {
      if (type.getShape()[dim] != ShapedType::kDynamic)
        continue;
      std::optional<int64_t> least =
          space.getMin(space.getSize(argument, dim) - 1 - index, place);
      if (least && *least >= 0)
        return StringAttr::get(func.getContext(), getSizeName(argument, dim));
    }
  }
  return {};
}

LogicalResult CacheInsertion::findSlices(Memory &memory) {
  // A position among the iterations of each loop. Where their number is not
  // known, positions are counted in the user's units, up to a size.
  SmallVector<int64_t> shape, steps;
  SmallVector<StringAttr> sizes;
  for (AffineForOp loop : concurrent) {
    SmallVector<AffineExpr> lower = space.getLowerBounds(loop);
    AffineExpr distance = lower.size() == 1
                              ? space.getDimExpr(loop) - lower.front()
                              : AffineExpr();
    int64_t step = loop.getStepAsInt();
    if (std::optional<int64_t> count = countIterations(space, loop)) {
      shape.push_back(*count);
      steps.push_back(1);
      memory.slice.push_back(distance.floorDiv(step));
      continue;
    }
    StringAttr size =
        distance ? findSize(space, func, distance, trigger) : StringAttr();
    if (!size && getExecution(loop) == Execution::Parallel) {
      unbounded = loop;
      return failure();
    }
    if (!size)
      return refuse() << "in device memory, with a slice for each iteration of "
                         "the loop '"
                      << getLoopName(loop)
                      << "', but how many these are has no bound that is a "
                         "size: use the location 'private', or trigger it "
                         "outside of the bound loops";
    shape.push_back(ShapedType::kDynamic);
    steps.push_back(step);
    sizes.push_back(size);
    memory.slice.push_back(distance);
  }
  llvm::append_range(shape, copyType.getShape());
  for (unsigned dim = 0; dim < copyType.getRank(); ++dim)
    if (copyType.getShape()[dim] == ShapedType::kDynamic)
      sizes.push_back(copyType.getSizeName(dim));
  memory.type = ArrayType::getIfValid(
      [&] { return refuse() << "which cannot be: "; }, shape,
      copyType.getElementType(), Role::Temp,
      SlicedLayoutAttr::get(op.getContext(), steps, copyType.getLayout()), {},
      sizes);
  return success(static_cast<bool>(memory.type));
}

FailureOr<CacheInsertion::Memory>
CacheInsertion::findMemory(MemorySpace location) {
  bool isShared = concurrent.empty();
  Memory memory{copyType,
                {},
                !isShared && location != MemorySpace::Global,
                !isShared && location == MemorySpace::Local};
  if (memory.isLocal && llvm::none_of(concurrent, isWorkItemLoop)) {
    refuse() << "with a second buffer in local memory, but the loop '"
             << getLoopName(trigger)
             << "' is in no loop that is bound to the work-items of a group";
    return failure();
  }
  if (!isShared && location == MemorySpace::Global &&
      failed(findSlices(memory)))
    return failure();
  // C1
  if (memory.isBuffer && !copyType.hasStaticShape()) {
    refuse() << "with a second buffer in " << stringifyMemorySpace(location)
             << " memory, but how large it is, is only known at run time: use "
                "the location 'global'";
    return failure();
  }
  return memory;
}

LogicalResult CacheInsertion::findMemories() {
  MemorySpace location = op.getLocation().value_or(
      copyType.hasStaticShape() ? MemorySpace::Private : MemorySpace::Global);
  FailureOr<Memory> found = findMemory(location);
  if (failed(found))
    return failure();
  memory = *found;
  if (!streaming)
    return success();
  // What is on its way is private where the copy is shared by a group.
  found = findMemory(op.getDoubleBufferLocation().value_or(
      isLocal ? MemorySpace::Private : location));
  if (failed(found))
    return failure();
  nextMemory = *found;
  return success();
}

FootprintLocation CacheInsertion::createMemory(const Memory &memory,
                                               StringRef name) {
  AffineExpr zero = getAffineConstantExpr(0, op.getContext());
  FootprintLocation place{
      {}, {}, SmallVector<AffineExpr>(block.base.size(), zero)};
  std::string unique = names.makeUnique(name);
  OpBuilder builder(op);
  if (memory.isBuffer) {
    if (streaming)
      builder.setInsertionPoint(streaming);
    place.array = BufferOp::create(builder, op.getLoc(), memory.type, unique,
                                   memory.isLocal);
    return place;
  }
  builder.setInsertionPointToStart(&func.getBody().front());
  place.array = TempOp::create(
      builder, op.getLoc(), memory.type, builder.getStringAttr(unique),
      /*privateIndices=*/nullptr, builder.getUnitAttr());
  place.leading = memory.slice;
  return place;
}
