// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaneValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sa;

SmallVector<LaneChunk> sa::splitLanes(int64_t numLanes) {
  SmallVector<LaneChunk> chunks;
  int64_t first = 0;
  for (int64_t width : {16, 8, 4, 2, 1})
    for (; numLanes - first >= width; first += width)
      chunks.push_back({first, width});
  return chunks;
}

bool sa::hasVectors(Type type) { return isa<IntegerType, FloatType>(type); }

void LaneValues::setUniform(Value value, Value scalar) {
  values[value] = {Kind::Uniform, {scalar}};
}

void LaneValues::setGrowing(Value value, Value first, int64_t step) {
  if (step == 0)
    return setUniform(value, first);
  values[value] = {Kind::Growing, {first}, step};
}

void LaneValues::setVectors(Value value, ArrayRef<Value> vectors) {
  values[value] = {Kind::Vectors, SmallVector<Value>(vectors)};
}

void LaneValues::setLanes(Value value, ArrayRef<Value> lanes) {
  values[value] = {Kind::Lanes, SmallVector<Value>(lanes)};
}

bool LaneValues::isUniform(Value value) const {
  auto found = values.find(value);
  return found == values.end() || found->second.kind == Kind::Uniform;
}

Value LaneValues::getUniform(Value value) const {
  auto found = values.find(value);
  return found == values.end() ? value : found->second.values.front();
}

std::optional<LaneValues::Growing> LaneValues::getGrowing(Value index) const {
  Growing result{{}, 0};
  LinearIndex sum = getLinearIndex(index);
  result.first.constant = sum.constant;
  for (auto [value, factor] : sum.factors) {
    auto found = values.find(value);
    if (found == values.end()) {
      result.first.add(getLinearIndex(value), factor);
      continue;
    }
    const Entry &entry = found->second;
    if (entry.kind != Kind::Uniform && entry.kind != Kind::Growing)
      return std::nullopt;
    result.first.add(getLinearIndex(entry.values.front()), factor);
    result.step += factor * entry.step;
  }
  return result;
}

Type LaneValues::getVectorType(Type type, LaneChunk chunk) {
  return chunk.width == 1 ? type : VectorType::get({chunk.width}, type);
}

SmallVector<Value> LaneValues::createRamps(Location loc, Value first,
                                           int64_t step) {
  Type type = first.getType();
  SmallVector<Value> result;
  for (LaneChunk chunk : chunks) {
    Type vectorType = getVectorType(type, chunk);
    SmallVector<Attribute> numbers;
    for (int64_t lane = chunk.first; lane < chunk.first + chunk.width; ++lane)
      numbers.push_back(IntegerAttr::get(
          type, APInt(type.getIntOrFloatBitWidth(), lane * step,
                      /*isSigned=*/true, /*implicitTrunc=*/true)));
    TypedAttr distances =
        chunk.width == 1
            ? cast<TypedAttr>(numbers.front())
            : DenseElementsAttr::get(cast<ShapedType>(vectorType), numbers);
    Value start =
        chunk.width == 1
            ? first
            : vector::BroadcastOp::create(builder, loc, vectorType, first)
                  .getResult();
    result.push_back(builder.createOrFold<arith::AddIOp>(
        loc, start, arith::ConstantOp::create(builder, loc, distances)));
  }
  return result;
}

SmallVector<Value> LaneValues::getVectors(Location loc, Value value) {
  auto found = values.find(value);
  if (found != values.end() && found->second.kind == Kind::Vectors)
    return found->second.values;
  SmallVector<Value> lanes;
  Value first = getUniform(value);
  auto toInteger = [&](Value index) -> Value {
    return index.getType().isIndex()
               ? arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                            index)
               : index;
  };
  if (found != values.end() && found->second.kind == Kind::Growing)
    return createRamps(loc, toInteger(first), found->second.step);
  if (found != values.end() && found->second.kind == Kind::Lanes)
    lanes = llvm::map_to_vector(found->second.values, toInteger);
  else
    first = toInteger(first);
  SmallVector<Value> result;
  for (LaneChunk chunk : chunks) {
    Type type = getVectorType(
        lanes.empty() ? first.getType() : lanes[0].getType(), chunk);
    if (chunk.width == 1)
      result.push_back(lanes.empty() ? first : lanes[chunk.first]);
    else if (lanes.empty())
      result.push_back(vector::BroadcastOp::create(builder, loc, type, first));
    else
      result.push_back(vector::FromElementsOp::create(
          builder, loc, type, ArrayRef(lanes).slice(chunk.first, chunk.width)));
  }
  return result;
}

Value LaneValues::getLane(Location loc, Value value, int64_t lane) {
  auto found = values.find(value);
  if (found == values.end())
    return value;
  const Entry &entry = found->second;
  switch (entry.kind) {
  case Kind::Uniform:
    return entry.values.front();
  case Kind::Lanes:
    return entry.values[lane];
  case Kind::Growing: {
    LinearIndex index = getLinearIndex(entry.values.front());
    index.constant += lane * entry.step;
    return createIndex(builder, loc, index);
  }
  case Kind::Vectors:
    break;
  }
  for (auto [chunk, vector] : llvm::zip_equal(chunks, entry.values))
    if (lane < chunk.first + chunk.width)
      return chunk.width == 1 ? vector
                              : vector::ExtractOp::create(builder, loc, vector,
                                                          lane - chunk.first)
                                    .getResult();
  llvm_unreachable("no such lane");
}

SmallVector<Value> LaneValues::getLanes(Location loc, Value value) {
  SmallVector<Value> lanes;
  for (int64_t lane = 0; lane < numLanes; ++lane)
    lanes.push_back(getLane(loc, value, lane));
  return lanes;
}

SmallVector<Type> LaneValues::getCarriedTypes(Type type) const {
  if (!hasVectors(type))
    return SmallVector<Type>(numLanes, type);
  return llvm::map_to_vector(
      chunks, [&](LaneChunk chunk) { return getVectorType(type, chunk); });
}

SmallVector<Value> LaneValues::getCarried(Location loc, Value value) {
  return hasVectors(value.getType()) ? getVectors(loc, value)
                                     : getLanes(loc, value);
}

void LaneValues::setCarried(Value value, ArrayRef<Value> carried) {
  if (hasVectors(value.getType()))
    setVectors(value, carried);
  else
    setLanes(value, carried);
}
