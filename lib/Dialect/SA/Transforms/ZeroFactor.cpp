// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ZeroFactor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;

ArrayType ZeroFactor::getType() const {
  return cast<ArrayType>(ConstOp(constant).getResult().getType());
}

SmallVector<int64_t> ZeroFactor::getExtent() const {
  ArrayRef<int64_t> sizes = NestOp(nest).getStaticSizes();
  return llvm::map_to_vector(
      positions, [&](unsigned position) { return sizes[position]; });
}

/// True when the result of `op` is zero, given which values are zero wherever
/// the elements of `array` are.
static bool isZero(Operation *op, Value array,
                   const llvm::DenseSet<Value> &zeros) {
  auto is = [&](unsigned operand) {
    return zeros.contains(op->getOperand(operand));
  };
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](LoadOp load) { return load.getArray() == array; })
      // 0 * x
      .Case<arith::MulFOp, arith::MulIOp, arith::AndIOp, complex::MulOp>(
          [&](Operation *) { return is(0) || is(1); })
      // 0 + 0
      .Case<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp,
            arith::OrIOp, arith::XOrIOp, complex::AddOp, complex::SubOp,
            complex::CreateOp>([&](Operation *) { return is(0) && is(1); })
      // x < y ? 0 : 0
      .Case([&](arith::SelectOp) { return is(1) && is(2); })
      // -0, |0|, 0 in another type, 0 << x, a part of 0
      .Case<arith::NegFOp, math::AbsFOp, math::AbsIOp, arith::ExtFOp,
            arith::TruncFOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
            arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp, arith::FPToUIOp,
            arith::ShLIOp, complex::NegOp, complex::ConjOp, complex::ReOp,
            complex::ImOp>([&](Operation *) { return is(0); })
      .Default([](Operation *) { return false; });
}

/// The values of a body that are zero wherever the elements of `array` are.
static llvm::DenseSet<Value> findZeros(Block &body, Value array) {
  llvm::DenseSet<Value> zeros;
  for (Operation &op : body)
    if (op.getNumResults() == 1 && isZero(&op, array, zeros))
      zeros.insert(op.getResult(0));
  return zeros;
}

/// True for an access to a temporary whose copies depend on the nest's indices.
static bool isPrivate(Operation &op) {
  return llvm::any_of(op.getOperands(), [](Value operand) {
    auto temp = operand.getDefiningOp<TempOp>();
    return temp && temp.getPrivateIndices();
  });
}

/// The positions of the nest's indices in an access, when they are nothing but
/// that, differ, and have static sizes.
static std::optional<SmallVector<unsigned>> getPositions(NestOp nest,
                                                         ValueRange indices) {
  SmallVector<unsigned> positions;
  for (Value index : indices) {
    auto argument = dyn_cast<BlockArgument>(index);
    if (!argument || argument.getOwner() != &nest.getBody().front() ||
        llvm::is_contained(positions, argument.getArgNumber()) ||
        nest.getStaticSizes()[argument.getArgNumber()] == ShapedType::kDynamic)
      return std::nullopt;
    positions.push_back(argument.getArgNumber());
  }
  return positions;
}

SmallVector<ZeroFactor> sa::findZeroFactors(NestOp nest) {
  if (nest.getWhereAttr() || nest.getSegmentedAttr())
    return {};
  // 1. All that the nest does is to add to elements.
  SmallVector<Value> added;
  llvm::MapVector<Operation *, SmallVector<LoadOp>> loads;
  for (Operation &op : nest.getBody().front()) {
    // What loops, conditions and variables of the body do is not looked into.
    if (op.getNumRegions() != 0 || isa<memref::AllocaOp>(op) || isPrivate(op))
      return {};
    if (auto accumulate = dyn_cast<AccumulateOp>(op);
        accumulate && (accumulate.getKind() == AccumulateKind::Add ||
                       accumulate.getKind() == AccumulateKind::Or))
      added.push_back(accumulate.getValue());
    else if (isa<AccumulateOp, StoreOp>(op))
      return {};
    else if (auto load = dyn_cast<LoadOp>(op))
      if (auto constant = load.getArray().getDefiningOp<ConstOp>())
        loads[constant].push_back(load);
  }

  // 2. Each constant that is read in one place, and is a factor of all of that.
  SmallVector<ZeroFactor> factors;
  for (auto &[constant, places] : loads) {
    ValueRange indices = places.front().getIndices();
    bool isOnePlace = llvm::all_of(places, [&](LoadOp load) {
      return ValueRange(load.getIndices()) == indices;
    });
    std::optional<SmallVector<unsigned>> positions =
        getPositions(nest, indices);
    if (!isOnePlace || !positions || positions->empty())
      continue;
    llvm::DenseSet<Value> zeros =
        findZeros(nest.getBody().front(), constant->getResult(0));
    if (!added.empty() &&
        llvm::all_of(added, [&](Value value) { return zeros.contains(value); }))
      factors.push_back({nest, cast<ConstOp>(constant), std::move(*positions)});
  }
  return factors;
}
