// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parallel loops become kernels: one work-item for each iteration, or as many
// as the plan allows, each with its share.

#include "FunctionLowering.h"
#include "LoopPlacement.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "sa/Dialect/SA/Analysis/LoopMarks.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace sa;

/// The only operation in the loop, when that is a parallel loop.
static affine::AffineForOp getOnlyParallelLoop(affine::AffineForOp loop) {
  Block *body = loop.getBody();
  if (!llvm::hasNItems(body->without_terminator(), 1) ||
      !isParallelLoop(&body->front()))
    return nullptr;
  return cast<affine::AffineForOp>(body->front());
}

/// True for a run-time size of an argument.
static bool isArraySize(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto func = argument
                  ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
                  : func::FuncOp();
  return func && isa_and_nonnull<UnitAttr>(
                     func.getArgAttr(argument.getArgNumber(), sizeAttrName));
}

Value FunctionLowering::getIterations(affine::AffineForOp loop, Value lower,
                                      ValueRange outer) {
  Location loc = loop.getLoc();
  AffineMap map = loop.getUpperBoundMap();
  SmallVector<AffineExpr> bounds;
  for (AffineExpr expr : map.getResults())
    if (!usesAny(expr, map, loop.getUpperBoundOperands(), outer))
      bounds.push_back(expr);
  // The indices of `outer` have no values yet, and stand in no bound.
  SmallVector<Value> operands;
  for (Value operand : loop.getUpperBoundOperands())
    operands.push_back(mapping.lookupOrNull(operand));
  Value upper =
      expandBound(loc,
                  AffineMap::get(map.getNumDims(), map.getNumSymbols(), bounds,
                                 map.getContext()),
                  operands, /*isLower=*/false);
  bool startsAtZero = getConstantIntValue(lower) == 0;
  Value size = startsAtZero
                   ? upper
                   : builder.createOrFold<arith::SubIOp>(loc, upper, lower);
  if (loop.getStepAsInt() != 1)
    size = builder.createOrFold<arith::CeilDivSIOp>(
        loc, size, getIndex(loc, loop.getStepAsInt()));
  // A computed size may be negative, and means no iterations then; that of an
  // array is not.
  if (startsAtZero && isArraySize(upper))
    return size;
  return builder.createOrFold<arith::MaxSIOp>(loc, size, getIndex(loc, 0));
}

Value FunctionLowering::RangeIndex::getIndex(OpBuilder &builder,
                                             Value position) const {
  auto loop = this->loop;
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

std::string FunctionLowering::RangeIndex::getPositionName() const {
  auto loop = this->loop;
  auto name = loop->getAttrOfType<StringAttr>(indexAttrName);
  std::string text = name ? name.str() : "index";
  bool isIndex = loop.getStepAsInt() == 1 && getConstantIntValue(lower) == 0;
  return isIndex ? text : text + "_number";
}

SmallVector<Value> FunctionLowering::openShare(ArrayRef<RangeIndex> indices,
                                               int64_t maxThreads) {
  affine::AffineForOp outer = indices.front().loop;
  Location loc = outer.getLoc();
  Value threads = getIndex(loc, maxThreads), one = getIndex(loc, 1);
  Value total = indices.front().size;
  for (const RangeIndex &index : indices.drop_front())
    total = builder.createOrFold<arith::MulIOp>(loc, total, index.size);
  Value piece = builder.createOrFold<arith::CeilDivSIOp>(loc, total, threads);
  openKernel(loc, builder.createOrFold<arith::MinSIOp>(loc, total, threads),
             {"thread"}, {1});
  Value thread = kernel.getInductionVars().front();

  // 1. Which of all the iterations, one after the other, are this work-item's.
  auto policy = outer->getAttrOfType<StringAttr>(policyAttrName);
  Value lower = thread, upper = total, step = threads;
  if (!policy || policy.getValue() != "dynamic") {
    lower = arith::MulIOp::create(builder, loc, thread, piece);
    Value end = arith::AddIOp::create(builder, loc, lower, piece);
    upper = arith::MinSIOp::create(builder, loc, end, total);
    step = one;
  }
  auto loop = scf::ForOp::create(builder, loc, lower, upper, step);
  std::string name =
      indices.size() == 1 ? indices.front().getPositionName() : "iteration";
  loop->setAttr(indexAttrName, builder.getStringAttr(name));
  builder.setInsertionPointToStart(loop.getBody());

  // 2. The number of an iteration taken apart.
  auto describe = [&](Operation *op, const RangeIndex &index) {
    op->setAttr(indexAttrName, builder.getStringAttr(index.getPositionName()));
  };
  SmallVector<Value> positions(indices.size());
  Value rest = loop.getInductionVar();
  for (size_t i = indices.size(); i-- > 1;) {
    // Nothing runs where there is none; compilers do not know.
    Value size = indices[i].size;
    if (getConstantIntValue(size) == 0)
      size = one;
    auto position = arith::RemUIOp::create(builder, loc, rest, size);
    auto quotient = arith::DivUIOp::create(builder, loc, rest, size);
    for (Operation *op : {position.getOperation(), quotient.getOperation()})
      op->setAttr(positionAttrName, builder.getUnitAttr());
    describe(position, indices[i]);
    if (i == 1)
      describe(quotient, indices.front());
    positions[i] = position;
    rest = quotient;
  }
  positions[0] = rest;
  return positions;
}

LogicalResult FunctionLowering::verifyHandsNothingOn(affine::AffineForOp loop) {
  if (loop.getNumResults() == 0)
    return success();
  return loop.emitOpError() << "runs in parallel and has results, which "
                               "kernels cannot give: keep what is handed "
                               "on in an array";
}

LogicalResult FunctionLowering::lowerParallel(affine::AffineForOp loop) {
  OpBuilder::InsertionGuard guard(builder);
  llvm::SaveAndRestore inKernel(kernel);
  Location loc = loop.getLoc();

  // 1. The range, of the loops right inside of each other.
  SmallVector<RangeIndex> indices;
  SmallVector<Value> variables, sizes;
  for (affine::AffineForOp next = loop; next && hasRange(next, variables);
       next = getOnlyParallelLoop(next)) {
    if (failed(verifyHandsNothingOn(next)))
      return failure();
    RangeIndex index{next, nullptr, nullptr};
    index.lower =
        expandBound(loc, next.getLowerBoundMap(),
                    lookupAll(next.getLowerBoundOperands()), /*isLower=*/true);
    index.size = getIterations(next, index.lower, variables);
    indices.push_back(index);
    variables.push_back(next.getInductionVar());
    sizes.push_back(index.size);
  }

  // 2. The kernel, and what its position means.
  SmallVector<Value> positions;
  if (std::optional<int64_t> maxThreads = getMaxThreads(loop)) {
    positions = openShare(indices, *maxThreads);
  } else {
    SmallVector<std::string> names = llvm::map_to_vector(
        indices, [](RangeIndex &index) { return index.getPositionName(); });
    openKernel(loc, sizes, names, SmallVector<int64_t>(sizes.size(), 1));
    llvm::append_range(positions, kernel.getInductionVars());
  }
  for (auto [index, position] : llvm::zip_equal(indices, positions))
    mapping.map(index.loop.getInductionVar(),
                index.getIndex(builder, position));

  // 3. What the range could not say.
  for (auto [number, index] : llvm::enumerate(indices)) {
    AffineMap map = index.loop.getUpperBoundMap();
    OperandRange operands = index.loop.getUpperBoundOperands();
    ValueRange outer = ValueRange(variables).take_front(number);
    SmallVector<Value> values = lookupAll(operands);
    for (AffineExpr expr : map.getResults()) {
      if (!usesAny(expr, map, operands, outer))
        continue;
      Value bound =
          expandExpr(loc, expr, ValueRange(values).take_front(map.getNumDims()),
                     ValueRange(values).drop_front(map.getNumDims()));
      Value fits = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::slt,
          mapping.lookup(index.loop.getInductionVar()), bound);
      auto branch =
          scf::IfOp::create(builder, loc, fits, /*withElseRegion=*/false);
      builder.setInsertionPointToStart(branch.thenBlock());
    }
  }
  lowerBlock(*indices.back().loop.getBody());
  return success();
}
