// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accesses of a loop's body for several iterations at once.

#include "VectorBody.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sa/Dialect/SA/Transforms/Arithmetic/Accumulate.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"

using namespace mlir;
using namespace sa;

static constexpr llvm::StringLiteral unevenIndices =
    "indices that do not grow evenly";

static bool isComplex(Value array) {
  return isa<ComplexType>(cast<ArrayType>(array.getType()).getValueType());
}

std::optional<VectorBody::LaneIndices>
VectorBody::getLaneIndices(ValueRange indices) {
  LaneIndices position;
  for (Value index : indices) {
    std::optional<LaneValues::Growing> growing = lanes.getGrowing(index);
    if (!growing)
      return std::nullopt;
    position.first.push_back(growing->first);
    position.steps.push_back(growing->step);
  }
  return position;
}

SmallVector<Value> VectorBody::createIndices(Location loc,
                                             const LaneIndices &position,
                                             int64_t lane) {
  SmallVector<Value> indices;
  for (auto [first, step] : llvm::zip_equal(position.first, position.steps)) {
    LinearIndex index = first;
    index.constant += lane * step;
    indices.push_back(createIndex(builder, loc, index));
  }
  return indices;
}

Value VectorBody::createLoad(Location loc, Value array,
                             const LaneIndices &position, LaneChunk chunk) {
  Type type = cast<ArrayType>(array.getType()).getValueType();
  SmallVector<Value> indices = createIndices(loc, position, chunk.first);
  if (chunk.width == 1)
    return LoadOp::create(builder, loc, type, array, indices);
  return VectorLoadOp::create(builder, loc,
                              LaneValues::getVectorType(type, chunk), array,
                              indices, position.steps);
}

Operation *VectorBody::createStore(Location loc, Value value, Value array,
                                   const LaneIndices &position,
                                   LaneChunk chunk) {
  SmallVector<Value> indices = createIndices(loc, position, chunk.first);
  if (chunk.width == 1)
    return StoreOp::create(builder, loc, value, array, indices);
  return VectorStoreOp::create(builder, loc, value, array, indices,
                               position.steps);
}

void VectorBody::emitLoad(LoadOp op) {
  Location loc = op.getLoc();
  std::optional<LaneIndices> position = getLaneIndices(op.getIndices());
  if (!position)
    return emitLanes(op, unevenIndices);
  if (position->isUniform())
    return lanes.setUniform(op.getResult(),
                            createLoad(loc, op.getArray(), *position, {0, 1}));
  if (isComplex(op.getArray()))
    return emitLanes(op, "complex numbers");
  SmallVector<Value> vectors;
  for (LaneChunk chunk : lanes.getChunks())
    vectors.push_back(createLoad(loc, op.getArray(), *position, chunk));
  lanes.setVectors(op.getResult(), vectors);
}

void VectorBody::emitStore(StoreOp op) {
  Location loc = op.getLoc();
  std::optional<LaneIndices> position = getLaneIndices(op.getIndices());
  if (!position)
    return emitLanes(op, unevenIndices);
  if (position->isUniform()) {
    // The last iteration's value stays.
    Value last = lanes.getLane(loc, op.getValue(), lanes.getNumLanes() - 1);
    createStore(loc, last, op.getArray(), *position, {0, 1});
    return;
  }
  if (isComplex(op.getArray()))
    return emitLanes(op, "complex numbers");
  for (auto [chunk, value] :
       llvm::zip_equal(lanes.getChunks(), lanes.getVectors(loc, op.getValue())))
    createStore(loc, value, op.getArray(), *position, chunk)
        ->setDiscardableAttrs(op->getDiscardableAttrDictionary());
}

Value VectorBody::combineLanes(AccumulateOp op, SmallVector<Value> vectors) {
  Location loc = op.getLoc();
  Value result;
  while (!vectors.empty()) {
    // 1. Vectors of one width, lane by lane.
    Value sum = vectors.front();
    Type type = sum.getType();
    for (Value other : llvm::drop_begin(vectors))
      if (other.getType() == type)
        sum = createCombine(builder, op, sum, other);
    llvm::erase_if(vectors,
                   [&](Value other) { return other.getType() == type; });
    // 2. Their halves, down to one lane.
    while (auto vector = dyn_cast<VectorType>(sum.getType())) {
      int64_t half = vector.getNumElements() / 2;
      Value low, high;
      if (half == 1) {
        low = vector::ExtractOp::create(builder, loc, sum, 0);
        high = vector::ExtractOp::create(builder, loc, sum, 1);
      } else {
        auto range = llvm::to_vector(llvm::seq<int64_t>(0, 2 * half));
        low = vector::ShuffleOp::create(builder, loc, sum, sum,
                                        ArrayRef(range).take_front(half));
        high = vector::ShuffleOp::create(builder, loc, sum, sum,
                                         ArrayRef(range).drop_front(half));
      }
      sum = createCombine(builder, op, low, high);
    }
    result = result ? createCombine(builder, op, result, sum) : sum;
  }
  return result;
}

void VectorBody::emitAccumulate(AccumulateOp op) {
  Location loc = op.getLoc();
  if (op.getIsAtomic())
    return emitLanes(op, "atomic accumulations");
  std::optional<LaneIndices> position = getLaneIndices(op.getIndices());
  if (!position)
    return emitLanes(op, unevenIndices);
  if (isComplex(op.getArray()))
    return emitLanes(op, "complex numbers");
  if (!position->isUniform()) {
    // Lanes that share an offset must not miss each other's updates.
    if (!hasDistinctElements(op.getArray()))
      return emitLanes(op, "accumulations into elements that share an offset");
    for (auto [chunk, value] : llvm::zip_equal(
             lanes.getChunks(), lanes.getVectors(loc, op.getValue()))) {
      Value old = createLoad(loc, op.getArray(), *position, chunk);
      createStore(loc, createCombine(builder, op, old, value), op.getArray(),
                  *position, chunk);
    }
    return;
  }
  if (strict)
    return emitLanes(op, "accumulations into one element, in their order");
  Value value = combineLanes(op, lanes.getVectors(loc, op.getValue()));
  AccumulateOp::create(builder, loc, op.getKind(), value, op.getArray(),
                       createIndices(loc, *position, 0));
}
