// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work-items of a group fill a copy in local memory together, and wait for
// each other before and after its use. All of them have to come by, also those
// for which an edge leaves nothing to compute:
//
//   affine.for %ii = 0 to min(8, %n - %i) {     affine.for %ii = 0 to 8 {
//     loop_cache                                  loop_cache
//     affine.for %k = … {                →        affine.for %k = … {
//       body                                        affine.if (%ii < %n - %i) {
//     }                                               body
//   } {thread_x}                                    }
//                                                 }
//                                               } {thread_x}
//
// When the copy is there, with its barriers, the condition goes around the
// loop.

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/Transforms/Caches/CacheInsertion.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;
using affine::AffineIfOp;

/// C8: no loop or condition on the way depends on the work-item.
static LogicalResult checkUniform(LoopCacheOp op, Operation *ancestor,
                                  ArrayRef<Value> items) {
  bool isUniform = isa<AffineForOp, AffineIfOp>(ancestor);
  for (Value operand : ancestor->getOperands()) {
    // What is computed of the work-item's position depends on it.
    SmallVector<Value> pending = {operand};
    while (!pending.empty()) {
      Value value = pending.pop_back_val();
      isUniform &= !llvm::is_contained(items, value);
      if (Operation *source = value.getDefiningOp())
        llvm::append_range(pending, source->getOperands());
    }
  }
  if (isUniform)
    return success();
  auto loop = dyn_cast<AffineForOp>(ancestor);
  return op.emitOpError()
         << "keeps '" << op.getName() << "', a cache of '"
         << getArrayName(op.getSource())
         << "', in local memory, which the work-items of a group fill "
            "together; "
         << (loop ? "the loop '" + getLoopName(loop).str() + "'"
                  : std::string("a condition"))
         << " around it differs between them: use the location 'private', or "
            "trigger it outside";
}

/// Puts what the block runs, but for what is in `path`, under a condition.
static LogicalResult guardBlock(Block &block,
                                const llvm::SetVector<Operation *> &path,
                                IntegerSet set, ArrayRef<Value> operands) {
  SmallVector<SmallVector<Operation *>> runs(1);
  for (Operation &op : block.without_terminator()) {
    if (isa<LoopCacheOp>(op) || path.contains(&op))
      runs.emplace_back();
    else
      runs.back().push_back(&op);
  }
  for (ArrayRef<Operation *> run : runs) {
    if (llvm::all_of(run, [](Operation *op) { return isPure(op); }))
      continue;
    for (Operation *op : run)
      for (Operation *user : op->getUsers())
        if (!llvm::is_contained(run, block.findAncestorOpInBlock(*user)))
          return op->emitOpError()
                 << "gives a value to what is on the other side of a barrier";
    OpBuilder builder(run.front());
    auto guard = AffineIfOp::create(builder, run.front()->getLoc(), set,
                                    operands, /*withElseRegion=*/false);
    for (Operation *op : run)
      op->moveBefore(guard.getThenBlock()->getTerminator());
  }
  return success();
}

/// How many work-items a group has in the dimension that a loop is bound to:
/// other loops of the kernel may have more.
static int64_t getGroupSize(AffineForOp loop) {
  Operation *kernel = loop;
  while (!isa<FuncOp>(kernel->getParentOp()))
    kernel = kernel->getParentOp();
  int64_t size = 0;
  kernel->walk([&](AffineForOp other) {
    if (getExecution(other) == getExecution(loop))
      size = std::max(size, getMaxTripCount(other).value_or(0));
  });
  return size;
}

/// Gives a loop its full length, with a condition around what is not in `path`.
static LogicalResult openThreadLoop(AffineForOp loop,
                                    const llvm::SetVector<Operation *> &path) {
  // 1. The bound that is the same in all groups.
  AffineMap upper = loop.getUpperBoundMap();
  std::optional<int64_t> count;
  if (loop.hasConstantLowerBound())
    count = getMaxTripCount(loop);
  bool isConstant =
      upper.getNumResults() == 1 && isa<AffineConstantExpr>(upper.getResult(0));
  int64_t groupSize = getGroupSize(loop);
  bool isShort = count && *count < groupSize;
  if (isConstant && !isShort)
    return success();
  if (!count)
    return loop.emitOpError()
           << "over '" << getLoopName(loop)
           << "' is bound to the work-items of a group, but how many these are "
              "is not known";

  // 2. The others become a condition.
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  operands.insert(operands.begin() + upper.getNumDims(),
                  loop.getInductionVar());
  AffineExpr index = getAffineDimExpr(upper.getNumDims(), loop.getContext());
  SmallVector<AffineExpr> constraints;
  for (AffineExpr result : upper.getResults())
    if (isShort || !isa<AffineConstantExpr>(result))
      constraints.push_back(result - 1 - index);
  SmallVector<bool> isEquality(constraints.size(), false);
  auto set = IntegerSet::get(upper.getNumDims() + 1, upper.getNumSymbols(),
                             constraints, isEquality);
  loop.setConstantUpperBound(loop.getConstantLowerBound() +
                             groupSize * loop.getStepAsInt());

  // 3. Around everything but the loops that lead to copies.
  WalkResult walk = loop.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != loop && !path.contains(op))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(guardBlock(block, path, set, operands)))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

LogicalResult sa::openThreadLoops(FuncOp func) {
  // Everything around a trigger, and the trigger, is on the way of all the
  // work-items.
  llvm::SetVector<Operation *> path;
  SmallVector<AffineForOp> threadLoops;
  WalkResult walk = func.walk([&](LoopCacheOp op) {
    if (op.getLocation() != MemorySpace::Local)
      return WalkResult::advance();
    SmallVector<Value> items;
    SmallVector<Operation *> ancestors;
    for (Operation *parent = op->getParentOp(); parent != func;
         parent = parent->getParentOp()) {
      ancestors.push_back(parent);
      auto loop = dyn_cast<AffineForOp>(parent);
      if (!loop || !isWorkItemLoop(loop))
        continue;
      items.push_back(loop.getInductionVar());
      if (!llvm::is_contained(threadLoops, loop))
        threadLoops.push_back(loop);
    }
    if (items.empty())
      return WalkResult::advance(); // refused where the copy is made
    path.insert(getTrigger(op));
    for (Operation *ancestor : ancestors) {
      path.insert(ancestor);
      auto loop = dyn_cast<AffineForOp>(ancestor);
      if ((!loop || !isWorkItemLoop(loop)) &&
          failed(checkUniform(op, ancestor, items)))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  for (AffineForOp loop : threadLoops)
    if (failed(openThreadLoop(loop, path)))
      return failure();
  return success();
}

void sa::hoistThreadConditions(FuncOp func) {
  // Inner loops first, so that a condition goes out through all of them.
  func.walk<WalkOrder::PostOrder>([](AffineForOp loop) {
    Block *body = loop.getBody();
    if (isConcurrent(loop) ||
        !llvm::hasSingleElement(body->without_terminator()))
      return;
    auto condition = dyn_cast<AffineIfOp>(body->front());
    auto isThread = [](Value operand) {
      auto owner = affine::getForInductionVarOwner(operand);
      return owner && isWorkItemLoop(owner);
    };
    bool isInvariant =
        condition && !condition.hasElse() && condition.getNumResults() == 0 &&
        llvm::any_of(condition.getOperands(), isThread) &&
        llvm::all_of(condition.getOperands(), [&](Value operand) {
          return loop.isDefinedOutsideOfLoop(operand);
        });
    if (!isInvariant ||
        loop.walk([](gpu::BarrierOp) { return WalkResult::interrupt(); })
            .wasInterrupted())
      return;
    condition->moveBefore(loop);
    Block *inside = condition.getThenBlock();
    body->getOperations().splice(body->begin(), inside->getOperations(),
                                 inside->begin(),
                                 inside->getTerminator()->getIterator());
    loop->moveBefore(inside->getTerminator());
  });
}
