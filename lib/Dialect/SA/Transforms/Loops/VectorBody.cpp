// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "VectorBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace sa;

void VectorBody::emit(affine::AffineForOp loop, Value first) {
  lanes.setGrowing(loop.getInductionVar(), first, loop.getStepAsInt());
  emitBlock(*loop.getBody());
}

void VectorBody::emitBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    emitOp(&op);
}

void VectorBody::emitOp(Operation *op) {
  auto isUniform = [&](Value value) { return lanes.isUniform(value); };
  if (auto load = dyn_cast<LoadOp>(op))
    return emitLoad(load);
  if (auto store = dyn_cast<StoreOp>(op))
    return emitStore(store);
  if (auto accumulate = dyn_cast<AccumulateOp>(op))
    return emitAccumulate(accumulate);
  // The first lane asks for its neighbours as well.
  if (isa<PrefetchElementOp>(op)) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      if (lanes.isKnown(operand))
        mapping.map(operand, lanes.getLane(op->getLoc(), operand, 0));
    builder.clone(*op, mapping);
    return;
  }
  if (isa<memref::AllocaOp, memref::LoadOp, memref::StoreOp>(op))
    return emitLanes(op, "scalar variables");
  if (isa<affine::AffineForOp, scf::ForOp>(op)) {
    // The bounds; what the loop carries may differ.
    unsigned numInits = cast<LoopLikeOpInterface>(op).getInits().size();
    if (llvm::all_of(op->getOperands().drop_back(numInits), isUniform))
      return emitLoop(op);
    return emitLanes(op, "loops whose bounds differ between lanes");
  }
  if (isa<affine::AffineIfOp, scf::IfOp>(op)) {
    if (llvm::all_of(op->getOperands(), isUniform))
      return emitIf(op);
    return emitLanes(op, "conditions that differ between lanes");
  }
  if (op->getNumRegions() == 0 && llvm::all_of(op->getOperands(), isUniform)) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, lanes.getUniform(operand));
    Operation *copy = builder.clone(*op, mapping);
    for (auto [result, scalar] :
         llvm::zip_equal(op->getResults(), copy->getResults()))
      lanes.setUniform(result, scalar);
    return;
  }
  emitArithmetic(op);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Both dialects call their ten predicates the same.
static arith::CmpIPredicate convert(index::IndexCmpPredicate predicate) {
  return *arith::symbolizeCmpIPredicate(
      index::stringifyIndexCmpPredicate(predicate));
}

void VectorBody::emitArithmetic(Operation *op) {
  Location loc = op->getLoc();
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return emitLanes(op, op->getName().getStringRef());
  Value result = op->getResult(0);
  // 1. Indices.
  if (result.getType().isIndex()) {
    // A sum of itself is no sum.
    bool isSum = getLinearIndex(result).getFactor(result) == 0;
    std::optional<LaneValues::Growing> growing;
    if (isSum)
      growing = lanes.getGrowing(result);
    if (!growing)
      return emitLanes(op, "indices that do not grow evenly");
    return lanes.setGrowing(result, createIndex(builder, loc, growing->first),
                            growing->step);
  }
  // 2. Numbers made of indices, and comparisons of indices.
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, index::CastSOp,
          index::CastUOp>(op)) {
    std::optional<LaneValues::Growing> growing =
        lanes.getGrowing(op->getOperand(0));
    if (!growing)
      return emitLanes(op, "indices that do not grow evenly");
    // All of them truncate, or keep the 64 bits.
    Value first =
        arith::IndexCastOp::create(builder, loc, result.getType(),
                                   createIndex(builder, loc, growing->first));
    return lanes.setVectors(result,
                            lanes.createRamps(loc, first, growing->step));
  }
  auto compareIndex = dyn_cast<index::CmpOp>(op);
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (compareIndex || (compare && compare.getLhs().getType().isIndex())) {
    SmallVector<Value> results;
    for (auto [lhs, rhs] :
         llvm::zip_equal(lanes.getVectors(loc, op->getOperand(0)),
                         lanes.getVectors(loc, op->getOperand(1))))
      results.push_back(
          arith::CmpIOp::create(builder, loc,
                                compareIndex ? convert(compareIndex.getPred())
                                             : compare.getPredicate(),
                                lhs, rhs));
    return lanes.setVectors(result, results);
  }
  // 3. Numbers.
  auto isNumber = [](Type type) { return hasVectors(type); };
  if (OpTrait::hasElementwiseMappableTraits(op) && isNumber(result.getType()) &&
      llvm::all_of(op->getOperandTypes(), isNumber))
    return emitElementwise(op);
  emitLanes(op, isa<ComplexType>(result.getType()) ||
                        llvm::any_of(op->getOperandTypes(),
                                     llvm::IsaPred<ComplexType>)
                    ? "complex numbers"
                    : op->getName().getStringRef());
}

void VectorBody::emitElementwise(Operation *op) {
  Location loc = op->getLoc();
  SmallVector<SmallVector<Value>> operands;
  for (Value operand : op->getOperands())
    operands.push_back(lanes.getVectors(loc, operand));
  SmallVector<Value> results;
  for (auto [number, chunk] : llvm::enumerate(lanes.getChunks())) {
    OperationState state(loc, op->getName());
    for (ArrayRef<Value> vectors : operands)
      state.operands.push_back(vectors[number]);
    state.addTypes(
        LaneValues::getVectorType(op->getResult(0).getType(), chunk));
    state.addAttributes(op->getAttrs());
    results.push_back(builder.create(state)->getResult(0));
  }
  lanes.setVectors(op->getResult(0), results);
}

void VectorBody::emitLanes(Operation *op, StringRef why) {
  laneByLane.insert(why);
  // What the operation, or what is in it, uses of the body.
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (lanes.isKnown(operand))
        used.insert(operand);
  });
  SmallVector<SmallVector<Value>> results(op->getNumResults());
  for (int64_t lane = 0; lane < lanes.getNumLanes(); ++lane) {
    IRMapping mapping;
    for (Value value : used)
      mapping.map(value, lanes.getLane(op->getLoc(), value, lane));
    Operation *copy = builder.clone(*op, mapping);
    for (auto [values, result] : llvm::zip_equal(results, copy->getResults()))
      values.push_back(result);
  }
  for (auto [result, values] : llvm::zip_equal(op->getResults(), results))
    lanes.setLanes(result, values);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void VectorBody::emitRegion(Block &from, Block &to) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&to);
  emitBlock(from);
  Operation *terminator = from.getTerminator();
  if (terminator->getNumOperands() == 0)
    return;
  SmallVector<Value> yielded;
  for (Value value : terminator->getOperands())
    llvm::append_range(yielded, lanes.getCarried(terminator->getLoc(), value));
  OperationState state(terminator->getLoc(), terminator->getName());
  state.addOperands(yielded);
  builder.create(state);
}

void VectorBody::emitLoop(Operation *op) {
  Location loc = op->getLoc();
  auto loop = cast<LoopLikeOpInterface>(op);
  auto getUniform = [&](ValueRange values) {
    return llvm::map_to_vector(
        values, [&](Value value) { return lanes.getUniform(value); });
  };
  SmallVector<Value> inits;
  for (OpOperand &init : loop.getInitsMutable())
    llvm::append_range(inits, lanes.getCarried(loc, init.get()));
  Operation *copy;
  if (auto affineLoop = dyn_cast<affine::AffineForOp>(op)) {
    copy = affine::AffineForOp::create(
        builder, loc, getUniform(affineLoop.getLowerBoundOperands()),
        affineLoop.getLowerBoundMap(),
        getUniform(affineLoop.getUpperBoundOperands()),
        affineLoop.getUpperBoundMap(), affineLoop.getStepAsInt(), inits);
  } else {
    auto scfLoop = cast<scf::ForOp>(op);
    copy = scf::ForOp::create(
        builder, loc, lanes.getUniform(scfLoop.getLowerBound()),
        lanes.getUniform(scfLoop.getUpperBound()),
        lanes.getUniform(scfLoop.getStep()), inits, /*bodyBuilder=*/nullptr,
        scfLoop.getUnsignedCmp());
  }
  copy->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  Block &from = op->getRegion(0).front(), &to = copy->getRegion(0).front();
  lanes.setUniform(from.getArgument(0), to.getArgument(0));
  auto setCarried = [&](ValueRange values, ValueRange carried) {
    SmallVector<Value> rest(carried);
    for (Value value : values) {
      size_t count = lanes.getCarriedTypes(value.getType()).size();
      lanes.setCarried(value, ArrayRef(rest).take_front(count));
      rest.erase(rest.begin(), rest.begin() + count);
    }
  };
  setCarried(from.getArguments().drop_front(), to.getArguments().drop_front());
  emitRegion(from, to);
  setCarried(op->getResults(), copy->getResults());
}

void VectorBody::emitIf(Operation *op) {
  Location loc = op->getLoc();
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    llvm::append_range(types, lanes.getCarriedTypes(type));
  bool hasElse = !op->getRegion(1).empty();
  Operation *copy;
  if (auto affineIf = dyn_cast<affine::AffineIfOp>(op)) {
    SmallVector<Value> operands =
        llvm::map_to_vector(op->getOperands(), [&](Value value) {
          return lanes.getUniform(value);
        });
    copy = affine::AffineIfOp::create(
        builder, loc, types, affineIf.getIntegerSet(), operands, hasElse);
  } else {
    copy = scf::IfOp::create(builder, loc, types,
                             lanes.getUniform(op->getOperand(0)), hasElse);
  }
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), copy->getRegions()))
    if (!from.empty())
      emitRegion(from.front(), to.front());
  size_t position = 0;
  for (Value result : op->getResults()) {
    size_t count = lanes.getCarriedTypes(result.getType()).size();
    SmallVector<Value> carried(copy->getResults().slice(position, count));
    lanes.setCarried(result, carried);
    position += count;
  }
}
