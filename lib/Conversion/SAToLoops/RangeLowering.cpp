// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RangeLowering.h"

#include "LoopPlacement.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

/// Returns true for a run-time size of an argument, which is not negative.
static bool isArraySize(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto func = argument
                  ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
                  : func::FuncOp();
  return func && isa_and_nonnull<UnitAttr>(
                     func.getArgAttr(argument.getArgNumber(), sizeAttrName));
}

RangeIndex RangeIndex::get(Lowering &lowering, affine::AffineForOp loop,
                           ValueRange inner) {
  Location loc = loop.getLoc();
  OpBuilder &builder = lowering.builder;
  Value lower = lowering.getLowerBound(loop);
  AffineMap map = loop.getUpperBoundMap();
  SmallVector<AffineExpr> bounds;
  for (AffineExpr expr : map.getResults())
    if (!usesAny(expr, map, loop.getUpperBoundOperands(), inner))
      bounds.push_back(expr);
  // The values of `inner` do not exist yet, and these bounds do not use them.
  SmallVector<Value> operands =
      llvm::map_to_vector(loop.getUpperBoundOperands(), [&](Value value) {
        return lowering.mapping.lookupOrNull(value);
      });
  Value upper =
      lowering.expandBound(loc,
                           AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                                          bounds, map.getContext()),
                           operands, /*isLower=*/false);
  bool startsAtZero = getConstantIntValue(lower) == 0;
  Value count = startsAtZero
                    ? upper
                    : builder.createOrFold<arith::SubIOp>(loc, upper, lower);
  if (loop.getStepAsInt() != 1)
    count = builder.createOrFold<arith::CeilDivSIOp>(
        loc, count, lowering.getIndex(loc, loop.getStepAsInt()));
  // A computed size may be negative, and means no iterations then.
  if (!startsAtZero || !isArraySize(upper))
    count = builder.createOrFold<arith::MaxSIOp>(loc, count,
                                                 lowering.getIndex(loc, 0));
  return {loop, lower, count};
}

Value RangeIndex::getIndex(OpBuilder &builder, Value position) {
  Location loc = loop.getLoc();
  Value index = position;
  if (loop.getStepAsInt() != 1)
    index = arith::MulIOp::create(
        builder, loc, index,
        arith::ConstantIndexOp::create(builder, loc, loop.getStepAsInt()));
  if (getConstantIntValue(lower) != 0)
    index = arith::AddIOp::create(builder, loc, index, lower);
  if (Attribute name = loop->getAttr(indexAttrName); name && index != position)
    index.getDefiningOp()->setAttr(indexAttrName, name);
  return index;
}

std::string RangeIndex::getPositionName() {
  auto name = loop->getAttrOfType<StringAttr>(indexAttrName);
  std::string text = name ? name.str() : "index";
  bool isIndex = loop.getStepAsInt() == 1 && getConstantIntValue(lower) == 0;
  return isIndex ? text : text + "_number";
}

LogicalResult sa::verifyNoResults(Operation *op, StringRef what) {
  if (op->getNumResults() == 0)
    return success();
  return op->emitOpError() << what
                           << " results, which kernels cannot give: keep "
                              "what is handed on in an array";
}

SmallVector<Value> RangeLowering::openShare(int64_t maxThreads) {
  Location loc = root.getLoc();
  Value threads = getIndex(loc, maxThreads), one = getIndex(loc, 1);
  Value total = sizes.front();
  for (Value size : ArrayRef(sizes).drop_front())
    total = builder.createOrFold<arith::MulIOp>(loc, total, size);
  Value share = builder.createOrFold<arith::CeilDivSIOp>(loc, total, threads);
  Value size = builder.createOrFold<arith::MinSIOp>(loc, total, threads);
  kernel.emplace(state, loc, size, std::string("thread"), int64_t(1));
  Value thread = kernel->getPosition().front();

  // 1. The loop over the iterations of this work-item.
  auto policy = root->getAttrOfType<ThreadPolicyAttr>(policyAttrName);
  Value lower = thread, upper = total, step = threads;
  if (!policy || policy.getValue() != ThreadPolicy::Dynamic) {
    lower = arith::MulIOp::create(builder, loc, thread, share);
    Value end = arith::AddIOp::create(builder, loc, lower, share);
    upper = arith::MinSIOp::create(builder, loc, end, total);
    step = one;
  }
  auto loop = scf::ForOp::create(builder, loc, lower, upper, step);
  std::string name =
      indices.size() == 1 ? indices.front().getPositionName() : "iteration";
  loop->setAttr(indexAttrName, builder.getStringAttr(name));
  builder.setInsertionPointToStart(loop.getBody());

  // 2. The positions of an iteration, from its number.
  auto setName = [&](Operation *op, RangeIndex &index) {
    op->setAttr(indexAttrName, builder.getStringAttr(index.getPositionName()));
  };
  SmallVector<Value> positions(indices.size());
  Value rest = loop.getInductionVar();
  for (size_t i = indices.size(); i-- > 1;) {
    // A loop without iterations divides nothing; the divisor must not be 0.
    Value size = getConstantIntValue(sizes[i]) == 0 ? one : sizes[i];
    auto position = arith::RemUIOp::create(builder, loc, rest, size);
    auto quotient = arith::DivUIOp::create(builder, loc, rest, size);
    for (Operation *op : {position.getOperation(), quotient.getOperation()})
      op->setAttr(positionAttrName, builder.getUnitAttr());
    setName(position, indices[i]);
    if (i == 1)
      setName(quotient, indices.front());
    positions[i] = position;
    rest = quotient;
  }
  positions[0] = rest;
  return positions;
}

void RangeLowering::openGuards() {
  for (auto [number, index] : llvm::enumerate(indices)) {
    AffineMap map = index.loop.getUpperBoundMap();
    OperandRange operands = index.loop.getUpperBoundOperands();
    ValueRange outer = ValueRange(variables).take_front(number);
    SmallVector<Value> values = lookupAll(operands);
    for (AffineExpr expr : map.getResults()) {
      if (!usesAny(expr, map, operands, outer))
        continue;
      Value fits;
      addCondition(root.getLoc(), fits,
                   mapping.lookup(index.loop.getInductionVar()),
                   arith::CmpIPredicate::slt,
                   expandExpr(root.getLoc(), expr, map, values));
      openIf(root.getLoc(), fits);
    }
  }
}

/// Returns the only operation of the body of `loop` if it is a parallel loop.
static affine::AffineForOp getOnlyParallelLoop(affine::AffineForOp loop) {
  Block *body = loop.getBody();
  if (!llvm::hasNItems(body->without_terminator(), 1) ||
      !isParallelLoop(&body->front()))
    return nullptr;
  return cast<affine::AffineForOp>(body->front());
}

LogicalResult RangeLowering::run() {
  for (affine::AffineForOp loop = root; loop && hasRange(loop, variables);
       loop = getOnlyParallelLoop(loop)) {
    if (failed(verifyNoResults(loop, "runs in parallel and has")))
      return failure();
    indices.push_back(RangeIndex::get(*this, loop, variables));
    variables.push_back(loop.getInductionVar());
    sizes.push_back(indices.back().tripCount);
  }
  SmallVector<Value> positions;
  if (std::optional<int64_t> maxThreads = getMaxThreads(root)) {
    positions = openShare(*maxThreads);
  } else {
    SmallVector<std::string> names = llvm::map_to_vector(
        indices, [](RangeIndex &index) { return index.getPositionName(); });
    kernel.emplace(state, root.getLoc(), sizes, names,
                   SmallVector<int64_t>(sizes.size(), 1));
    llvm::append_range(positions, kernel->getPosition());
  }
  for (auto [index, position] : llvm::zip_equal(indices, positions))
    mapping.map(index.loop.getInductionVar(),
                index.getIndex(builder, position));
  openGuards();
  kernel->lowerBlock(*indices.back().loop.getBody());
  return success();
}
