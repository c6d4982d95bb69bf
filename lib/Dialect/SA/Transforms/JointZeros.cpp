// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JointZeros.h"

#include "ZeroPoint.h"
#include "sa/Dialect/SA/Analysis/ReadPlaces.h"

using namespace mlir;
using namespace sa;

/// Of more reads than this, all have to be zero.
static constexpr unsigned maxTold = 6;

/// Reads that are told apart, or all of them.
using Group = SmallVector<const ReadPlace *, 1>;

static std::vector<ReadPlace> findPlaces(NestOp nest) {
  ScopedDiagnosticHandler silence(nest.getContext(),
                                  [](Diagnostic &) { return success(); });
  FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
  if (failed(accesses))
    return {};
  std::vector<ReadPlace> places =
      findReadPlaces(*accesses, [](const Access &, ConstOp) { return true; });
  llvm::erase_if(places,
                 [](const ReadPlace &place) { return !place.isKnown(); });
  return places;
}

/// For each set of groups, as bits, whether the nest does nothing when they are
/// zero.
static std::vector<bool> tellIdle(NestOp nest, ArrayRef<Group> groups) {
  unsigned numSets = 1u << groups.size();
  std::vector<bool> isIdle(numSets);
  // More zeros make no more work.
  for (unsigned set = 0; set < numSets; ++set) {
    for (unsigned bit = 1; bit < numSets; bit <<= 1)
      if ((set & bit) && isIdle[set ^ bit])
        isIdle[set] = true;
    if (isIdle[set])
      continue;
    SmallVector<LoadOp> zeros;
    for (auto [number, group] : llvm::enumerate(groups))
      if (set >> number & 1)
        for (const ReadPlace *place : group)
          llvm::append_range(zeros, place->loads);
    isIdle[set] = doesNothingAtZeros(nest, zeros);
  }
  return isIdle;
}

/// The groups that make a difference. All of them are zero in the last set.
static SmallVector<Group> findGroups(NestOp nest, ArrayRef<ReadPlace> places) {
  SmallVector<Group> groups;
  for (const ReadPlace &place : places)
    groups.push_back({&place});
  if (groups.size() > maxTold) {
    Group all;
    for (const ReadPlace &place : places)
      all.push_back(&place);
    return {all};
  }
  std::vector<bool> isIdle = tellIdle(nest, groups);
  SmallVector<Group> needed;
  for (auto [number, group] : llvm::enumerate(groups))
    for (unsigned set = 0; set < isIdle.size(); ++set)
      if (isIdle[set] != isIdle[set & ~(1u << number)]) {
        needed.push_back(group);
        break;
      }
  return needed;
}

/// What a place reads at the points of the indices at `positions`, and at all
/// the iterations of the loops around it.
static ConstantReads getReads(NestOp nest, const ReadPlace &place,
                              ArrayRef<unsigned> positions) {
  SmallVector<Value> indices;
  for (unsigned position : positions)
    indices.push_back(nest.getIndices()[position]);
  for (Value index : place.getIndices())
    if (affine::getForInductionVarOwner(index))
      indices.push_back(index);
  return place.getReads(indices);
}

/// Marks the points where something of a place is not zero, by taking `bit`
/// away. Fails when that is not known.
static LogicalResult markNonzeros(NestOp nest, const ReadPlace &place,
                                  ArrayRef<unsigned> positions, uint8_t bit,
                                  std::vector<char> &zeros) {
  ConstantReads reads = getReads(nest, place, positions);
  std::optional<ConstantElements> elements =
      ConstantElements::get(place.constant);
  std::optional<int64_t> numReads = reads.getNumPoints();
  if (!elements || !numReads)
    return failure();
  if (*numReads == 0)
    return success();
  auto type = cast<ArrayType>(ConstOp(place.constant).getResult().getType());
  NonzeroMask mask = NonzeroMask::get(*elements, type, type.getShape());
  int64_t inLoops = *numReads / static_cast<int64_t>(zeros.size());
  reads.visit([&](int64_t point, int64_t position) {
    if (position >= 0 && mask.isNonzero[position])
      zeros[point / inLoops] &= ~bit;
  });
  return success();
}

std::optional<ZeroFactor> sa::findJointZeros(NestOp nest) {
  // 1. The reads that tell whether a point does something.
  std::vector<ReadPlace> places = findPlaces(nest);
  if (places.empty() || usesPrivateCopies(nest))
    return std::nullopt;
  SmallVector<Group> groups = findGroups(nest, places);
  std::vector<bool> isIdle = tellIdle(nest, groups);
  if (groups.empty() || !isIdle.back())
    return std::nullopt;

  // 2. The indices that they depend on.
  ZeroFactor factor{nest, {}, {}};
  factor.isJoint = true;
  int64_t numPoints = 1, maxPoints = maxGathered;
  for (unsigned position = 0; position < nest.getRank(); ++position) {
    bool isUsed = llvm::any_of(groups, [&](const Group &group) {
      return llvm::any_of(group, [&](const ReadPlace *place) {
        return place->map.isFunctionOfDim(position);
      });
    });
    if (!isUsed)
      continue;
    factor.positions.push_back(position);
    int64_t size = nest.getStaticSizes()[position];
    if (size == 0 || size > maxPoints / numPoints)
      return std::nullopt;
    numPoints *= size;
  }

  // 3. What each point does.
  std::vector<char> points(numPoints, static_cast<char>(isIdle.size() - 1));
  for (auto [number, group] : llvm::enumerate(groups))
    for (const ReadPlace *place : group) {
      if (failed(markNonzeros(nest, *place, factor.positions, 1u << number,
                              points)))
        return std::nullopt;
      if (!llvm::is_contained(factor.constants, place->constant))
        factor.constants.push_back(place->constant);
    }
  for (char &point : points)
    point = !isIdle[static_cast<uint8_t>(point)];
  factor.gathered = std::make_shared<ConstantElements>(
      ConstantElements::get(std::move(points), /*elementBytes=*/1));
  factor.subscripts = AffineMap::getMultiDimMapWithTargets(
      nest.getRank(), factor.positions, nest.getContext());
  return factor;
}
