// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces a load, an operation and a store of one element by an accumulation,
// which schedules know to be a reduction.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/Matchers.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Arithmetic/Accumulate.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-recognize-accumulations"

namespace sa {
#define GEN_PASS_DEF_SARECOGNIZEACCUMULATIONS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numRecognized, "Stores replaced by accumulations");

namespace {
/// How a value is combined with an element.
struct Update {
  AccumulateKind kind;
  /// The value is subtracted, or its truth is compared.
  bool isNegated = false;
  /// Only the left operand can be the element.
  bool isOneSided = false;
};
} // namespace

static std::optional<Update> getUpdate(Operation *op, ArrayType type) {
  using Result = std::optional<Update>;
  // What is compared as unsigned belongs to another type than the array's.
  bool isUnsigned = type.getElementType().isUnsignedInteger();
  bool isTruth = type.getElementType().isInteger(1);
  Result minimum = Update{AccumulateKind::Min},
         maximum = Update{AccumulateKind::Max};
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<arith::AddFOp, arith::AddIOp, complex::AddOp>([&](Operation *) {
        return isTruth ? Result() : Result(Update{AccumulateKind::Add});
      })
      .Case<arith::MulFOp, arith::MulIOp, complex::MulOp>([&](Operation *) {
        return isTruth ? Result() : Result(Update{AccumulateKind::Mul});
      })
      .Case<arith::SubFOp, arith::SubIOp, complex::SubOp>([&](Operation *) {
        return isTruth ? Result()
                       : Result(Update{AccumulateKind::Add, true, true});
      })
      .Case<arith::MinimumFOp>([&](Operation *) { return minimum; })
      .Case<arith::MaximumFOp>([&](Operation *) { return maximum; })
      .Case<arith::MinSIOp>(
          [&](Operation *) { return isUnsigned ? Result() : minimum; })
      .Case<arith::MaxSIOp>(
          [&](Operation *) { return isUnsigned ? Result() : maximum; })
      .Case<arith::MinUIOp>(
          [&](Operation *) { return isUnsigned ? minimum : Result(); })
      .Case<arith::MaxUIOp>(
          [&](Operation *) { return isUnsigned ? maximum : Result(); })
      .Case<arith::AndIOp>(
          [](Operation *) { return Result(Update{AccumulateKind::And}); })
      .Case<arith::OrIOp>(
          [](Operation *) { return Result(Update{AccumulateKind::Or}); })
      .Case<arith::XOrIOp>(
          [](Operation *) { return Result(Update{AccumulateKind::Xor}); })
      .Default([](Operation *) { return Result(); });
}

/// Returns true if both name the same element: the indices are the same values,
/// or computed in the same way.
static bool isSameIndex(Value lhs, Value rhs, unsigned depth = 0) {
  if (lhs == rhs)
    return true;
  Operation *first = lhs.getDefiningOp(), *second = rhs.getDefiningOp();
  if (!first || !second || depth > 32 || first->getNumRegions() != 0 ||
      first->getName() != second->getName() || !isPure(first) ||
      first->getAttrDictionary() != second->getAttrDictionary() ||
      first->getNumOperands() != second->getNumOperands() ||
      first->getResultTypes() != second->getResultTypes())
    return false;
  return llvm::all_of(
      llvm::zip_equal(first->getOperands(), second->getOperands()),
      [&](auto pair) {
        return isSameIndex(std::get<0>(pair), std::get<1>(pair), depth + 1);
      });
}

/// Returns true if something between `load` and `store`, of one block, may
/// write their array.
static bool isWrittenBetween(LoadOp load, StoreOp store) {
  for (Operation *op = load->getNextNode(); op != store; op = op->getNextNode())
    if (op->walk([&](Operation *inner) {
            auto other = dyn_cast<StoreOp>(inner);
            auto accumulate = dyn_cast<AccumulateOp>(inner);
            bool isWrite =
                (other && other.getArray() == store.getArray()) ||
                (accumulate && accumulate.getArray() == store.getArray());
            return isWrite ? WalkResult::interrupt() : WalkResult::advance();
          }).wasInterrupted())
      return true;
  return false;
}

static Value negate(OpBuilder &builder, Location loc, Value value) {
  if (isa<ComplexType>(value.getType()))
    return complex::NegOp::create(builder, loc, value);
  if (isa<FloatType>(value.getType()))
    return arith::NegFOp::create(builder, loc, value);
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(value.getType()));
  return arith::SubIOp::create(builder, loc, zero, value);
}

static void recognize(StoreOp store) {
  Operation *op = store.getValue().getDefiningOp();
  auto type = cast<ArrayType>(store.getArray().getType());
  if (!op || op->getBlock() != store->getBlock() || !op->hasOneUse() ||
      op->getNumOperands() != 2)
    return;
  std::optional<Update> update = getUpdate(op, type);
  if (!update)
    return;
  for (unsigned side = 0; side < (update->isOneSided ? 1 : 2); ++side) {
    auto load = op->getOperand(side).getDefiningOp<LoadOp>();
    if (!load || load.getArray() != store.getArray() || !load->hasOneUse() ||
        load->getBlock() != store->getBlock() ||
        !llvm::all_of(llvm::zip_equal(load.getIndices(), store.getIndices()),
                      [](auto pair) {
                        return isSameIndex(std::get<0>(pair),
                                           std::get<1>(pair));
                      }) ||
        isWrittenBetween(load, store))
      continue;
    OpBuilder builder(store);
    Value value = op->getOperand(1 - side);
    if (update->isNegated)
      value = negate(builder, op->getLoc(), value);
    AccumulateOp::create(builder, store.getLoc(), update->kind, value,
                         store.getArray(), store.getIndices());
    ++numRecognized;
    LDBG() << "the store to '" << getArrayName(store.getArray())
           << "' accumulates (" << stringifyAccumulateKind(update->kind) << ")";
    store.erase();
    op->erase();
    load.erase();
    return;
  }
}

void sa::recognizeAccumulations(NestOp nest) {
  SmallVector<StoreOp> stores;
  nest.walk([&](StoreOp store) { stores.push_back(store); });
  for (StoreOp store : stores)
    recognize(store);
}

namespace {
class RecognizeAccumulations
    : public sa::impl::SARecognizeAccumulationsBase<RecognizeAccumulations> {
  void runOnOperation() override {
    getOperation().walk([](NestOp nest) { recognizeAccumulations(nest); });
  }
};
} // namespace
