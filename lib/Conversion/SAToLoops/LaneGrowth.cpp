// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of vectors: one access to flat memory where the lanes are neighbours
// there, and one for each lane otherwise.

#include "FunctionLowering.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sa/Dialect/SA/Analysis/LinearIndex.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <numeric>

using namespace mlir;
using namespace sa;

namespace {

/// Finds out how an offset changes from lane to lane.
class LaneGrowth {
public:
  LaneGrowth(OperandRange indices, ArrayRef<int64_t> steps, int64_t numLanes)
      : indices(indices), steps(steps), numLanes(numLanes) {}

  /// By how much `expr` grows from each lane to the next, when that is always
  /// the same number.
  std::optional<int64_t> get(const OffsetExpr &expr) const {
    using Kind = OffsetExpr::Kind;
    switch (expr.getKind()) {
    case Kind::Constant:
    case Kind::Size:
      return 0;
    case Kind::Index:
      return steps[expr.getDim()];
    default:
      break;
    }
    std::optional<int64_t> lhs = get(expr.getLHS()), rhs = get(expr.getRHS());
    if (!lhs || !rhs)
      return std::nullopt;
    if (*lhs == 0 && *rhs == 0)
      return 0;
    switch (expr.getKind()) {
    case Kind::Add:
      return *lhs + *rhs;
    case Kind::Mul:
      if (std::optional<int64_t> factor = expr.getRHS().getConstant())
        return *lhs * *factor;
      if (std::optional<int64_t> factor = expr.getLHS().getConstant())
        return *rhs * *factor;
      return std::nullopt;
    case Kind::FloorDiv:
      return getQuotient(expr.getLHS(), *lhs, expr.getRHS().getValue());
    case Kind::Mod: {
      int64_t divisor = expr.getRHS().getValue();
      std::optional<int64_t> quotient =
          getQuotient(expr.getLHS(), *lhs, divisor);
      if (!quotient)
        return std::nullopt;
      return *lhs - *quotient * divisor;
    }
    default:
      return std::nullopt;
    }
  }

private:
  /// The growth of a quotient, when the dividend grows by `growth`.
  std::optional<int64_t> getQuotient(const OffsetExpr &dividend, int64_t growth,
                                     int64_t divisor) const {
    if (growth % divisor == 0)
      return growth / divisor;
    // All the lanes may lie between two multiples of a divisor of the divisor.
    Residue first = getResidue(dividend, divisor);
    int64_t last = first.remainder + (numLanes - 1) * growth;
    if (last < 0 || last >= first.modulus)
      return std::nullopt;
    return 0;
  }

  /// What is known of an expression in the first lane.
  Residue getResidue(const OffsetExpr &expr, int64_t modulus) const {
    using Kind = OffsetExpr::Kind;
    switch (expr.getKind()) {
    case Kind::Constant:
      return {modulus, llvm::mod(expr.getValue(), modulus)};
    case Kind::Index:
      return sa::getResidue(indices[expr.getDim()], modulus);
    case Kind::Add: {
      Residue lhs = getResidue(expr.getLHS(), modulus);
      Residue rhs = getResidue(expr.getRHS(), modulus);
      int64_t common = std::gcd(lhs.modulus, rhs.modulus);
      return {common, (lhs.remainder + rhs.remainder) % common};
    }
    case Kind::Mul:
      if (std::optional<int64_t> factor = expr.getRHS().getConstant())
        return multiply(getResidue(expr.getLHS(), modulus), *factor, modulus);
      return {};
    default:
      return {};
    }
  }

  static Residue multiply(Residue residue, int64_t factor, int64_t modulus) {
    // Products of two remainders fit into 64 bits.
    if (modulus > std::numeric_limits<int32_t>::max())
      return {};
    int64_t part = llvm::mod(factor, modulus);
    int64_t common = std::gcd(modulus, part * residue.modulus);
    return {common, part * residue.remainder % common};
  }

  OperandRange indices;
  ArrayRef<int64_t> steps;
  int64_t numLanes;
};

} // namespace

SmallVector<Value> FunctionLowering::getLaneOffsets(Operation *op, Value array,
                                                    OperandRange indices,
                                                    ArrayRef<int64_t> steps,
                                                    int64_t numLanes,
                                                    bool &isContiguous) {
  Location loc = op->getLoc();
  SmallVector<Value> place = lookupAll(indices);
  std::optional<int64_t> growth =
      LaneGrowth(indices, steps, numLanes)
          .get(cast<ArrayType>(array.getType()).getOffset());
  isContiguous = growth == 1;
  SmallVector<Value> offsets = {getOffset(loc, array, place)};
  auto add = [&](Value index, int64_t distance) {
    return builder.createOrFold<arith::AddIOp>(loc, index,
                                               getIndex(loc, distance));
  };
  for (int64_t lane = 1; lane < numLanes && !isContiguous; ++lane) {
    if (growth) {
      offsets.push_back(add(offsets.front(), lane * *growth));
      continue;
    }
    SmallVector<Value> lanePlace;
    for (auto [index, step] : llvm::zip_equal(place, steps))
      lanePlace.push_back(add(index, lane * step));
    offsets.push_back(getOffset(loc, array, lanePlace));
  }
  return offsets;
}

void FunctionLowering::lowerVectorLoad(VectorLoadOp op) {
  Location loc = op.getLoc();
  auto type = cast<VectorType>(op.getType());
  bool isContiguous;
  SmallVector<Value> offsets =
      getLaneOffsets(op, op.getArray(), op.getIndices(), op.getSteps(),
                     type.getNumElements(), isContiguous);
  Value memory = mapping.lookup(op.getArray());
  auto storageType =
      type.clone(cast<ArrayType>(op.getArray().getType()).getStorageType());
  Value stored;
  if (isContiguous) {
    stored = vector::LoadOp::create(builder, loc, storageType, memory,
                                    ValueRange(offsets));
  } else {
    SmallVector<Value> lanes;
    for (Value offset : offsets)
      lanes.push_back(memref::LoadOp::create(builder, loc, memory, offset));
    stored = vector::FromElementsOp::create(builder, loc, storageType, lanes);
  }
  mapping.map(op.getResult(), fromStorage(loc, stored, type));
}

void FunctionLowering::lowerVectorStore(VectorStoreOp op) {
  Location loc = op.getLoc();
  auto type = cast<VectorType>(op.getValue().getType());
  bool isContiguous;
  SmallVector<Value> offsets =
      getLaneOffsets(op, op.getArray(), op.getIndices(), op.getSteps(),
                     type.getNumElements(), isContiguous);
  Value memory = mapping.lookup(op.getArray());
  Value stored = toStorage(loc, mapping.lookup(op.getValue()));
  if (isContiguous) {
    vector::StoreOp::create(builder, loc, stored, memory, ValueRange(offsets));
    return;
  }
  for (auto [lane, offset] : llvm::enumerate(offsets))
    memref::StoreOp::create(
        builder, loc,
        vector::ExtractOp::create(builder, loc, stored, int64_t(lane)), memory,
        offset);
}
