// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accesses of a loop's body for several iterations at once.

#include "Temporaries.h"
#include "VectorBody.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sa/Dialect/SA/Transforms/Accumulate.h"

using namespace mlir;
using namespace sa;

static constexpr llvm::StringLiteral unevenIndices =
    "indices that do not grow evenly";

static bool isComplex(Value array) {
  return isa<ComplexType>(cast<ArrayType>(array.getType()).getValueType());
}

std::optional<VectorBody::Place> VectorBody::getPlace(ValueRange indices) {
  Place place;
  for (Value index : indices) {
    std::optional<LaneValues::Growing> growing = lanes.getGrowing(index);
    if (!growing)
      return std::nullopt;
    place.first.push_back(growing->first);
    place.steps.push_back(growing->step);
  }
  return place;
}

SmallVector<Value> VectorBody::createIndices(Location loc, const Place &place,
                                             int64_t lane) {
  SmallVector<Value> indices;
  for (auto [first, step] : llvm::zip_equal(place.first, place.steps)) {
    LinearIndex index = first;
    index.constant += lane * step;
    indices.push_back(createIndex(builder, loc, index));
  }
  return indices;
}

Value VectorBody::createLoad(Location loc, Value array, const Place &place,
                             Piece piece) {
  Type type = cast<ArrayType>(array.getType()).getValueType();
  SmallVector<Value> indices = createIndices(loc, place, piece.first);
  if (piece.width == 1)
    return LoadOp::create(builder, loc, type, array, indices);
  return VectorLoadOp::create(builder, loc,
                              LaneValues::getVectorType(type, piece), array,
                              indices, place.steps);
}

void VectorBody::createStore(Location loc, Value value, Value array,
                             const Place &place, Piece piece) {
  SmallVector<Value> indices = createIndices(loc, place, piece.first);
  if (piece.width == 1)
    StoreOp::create(builder, loc, value, array, indices);
  else
    VectorStoreOp::create(builder, loc, value, array, indices, place.steps);
}

void VectorBody::emitLoad(LoadOp op) {
  Location loc = op.getLoc();
  std::optional<Place> place = getPlace(op.getIndices());
  if (!place)
    return emitLanes(op, unevenIndices);
  if (place->isUniform())
    return lanes.setUniform(op.getResult(),
                            createLoad(loc, op.getArray(), *place, {0, 1}));
  if (isComplex(op.getArray()))
    return emitLanes(op, "complex numbers");
  SmallVector<Value> vectors;
  for (Piece piece : lanes.getPieces())
    vectors.push_back(createLoad(loc, op.getArray(), *place, piece));
  lanes.setVectors(op.getResult(), vectors);
}

void VectorBody::emitStore(StoreOp op) {
  Location loc = op.getLoc();
  std::optional<Place> place = getPlace(op.getIndices());
  if (!place)
    return emitLanes(op, unevenIndices);
  if (place->isUniform()) {
    // The last iteration's value stays.
    Value last = lanes.getLane(loc, op.getValue(), lanes.getNumLanes() - 1);
    return createStore(loc, last, op.getArray(), *place, {0, 1});
  }
  if (isComplex(op.getArray()))
    return emitLanes(op, "complex numbers");
  for (auto [piece, value] :
       llvm::zip_equal(lanes.getPieces(), lanes.getVectors(loc, op.getValue())))
    createStore(loc, value, op.getArray(), *place, piece);
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
  std::optional<Place> place = getPlace(op.getIndices());
  if (!place)
    return emitLanes(op, unevenIndices);
  if (isComplex(op.getArray()))
    return emitLanes(op, "complex numbers");
  if (!place->isUniform()) {
    // Lanes that share a place must not miss each other's updates.
    if (!hasDistinctElements(op.getArray()))
      return emitLanes(op, "accumulations into elements that share a place");
    for (auto [piece, value] : llvm::zip_equal(
             lanes.getPieces(), lanes.getVectors(loc, op.getValue()))) {
      Value old = createLoad(loc, op.getArray(), *place, piece);
      createStore(loc, createCombine(builder, op, old, value), op.getArray(),
                  *place, piece);
    }
    return;
  }
  if (strict)
    return emitLanes(op, "accumulations into one element, in their order");
  Value value = combineLanes(op, lanes.getVectors(loc, op.getValue()));
  AccumulateOp::create(builder, loc, op.getKind(), value, op.getArray(),
                       createIndices(loc, *place, 0));
}
