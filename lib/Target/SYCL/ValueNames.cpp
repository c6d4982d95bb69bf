// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ValueNames.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sa/Conversion/KernelsToLLVM/MathBuiltins.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;

/// Returns the memory of an access; null for other operations.
static Value getMemory(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<memref::LoadOp, memref::StoreOp>(
          [](auto access) { return access.getMemRef(); })
      .Case<vector::LoadOp, vector::StoreOp>(
          [](auto access) { return access.getBase(); })
      .Default([](Operation *) { return Value(); });
}

static bool isStored(OpOperand &use) {
  return isa<memref::StoreOp, vector::StoreOp>(use.getOwner()) &&
         use.getOperandNumber() == 0;
}

/// The largest number of loops between a value and its array.
static constexpr unsigned maxLoops = 4;

/// Returns the memory of an element that a loop carries: that of its initial
/// load, or else of the store after the loop.
static Value getCarriedMemory(scf::ForOp loop, unsigned number,
                              unsigned budget = maxLoops) {
  if (budget == 0)
    return {};
  Value initial = loop.getInitArgs()[number];
  if (Operation *source = initial.getDefiningOp())
    if (Value memory = getMemory(source))
      return memory;
  if (auto before = initial.getDefiningOp<scf::ForOp>())
    if (Value memory = getCarriedMemory(
            before, cast<OpResult>(initial).getResultNumber(), budget - 1))
      return memory;
  if (auto argument = dyn_cast<BlockArgument>(initial))
    if (auto outer = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
        outer && argument.getArgNumber() > 0)
      return getCarriedMemory(outer, argument.getArgNumber() - 1, budget - 1);
  for (OpOperand &use : loop.getResult(number).getUses())
    if (isStored(use))
      return getMemory(use.getOwner());
  return {};
}

/// Returns this memory for an operation on the carried value.
static Value getAccumulatedMemory(Operation *op) {
  for (OpOperand &use : op->getUses())
    if (auto yield = dyn_cast<scf::YieldOp>(use.getOwner()))
      if (auto loop = dyn_cast<scf::ForOp>(yield->getParentOp()))
        return getCarriedMemory(loop, use.getOperandNumber());
  for (Value operand : op->getOperands())
    if (auto argument = dyn_cast<BlockArgument>(operand))
      if (auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
          loop && argument.getArgNumber() > 0)
        return getCarriedMemory(loop, argument.getArgNumber() - 1);
  return {};
}

/// Returns a word for the result of an operation.
static std::string getComputed(Operation *op) {
  if (StringRef builtin = getMathBuiltin(op);
      !builtin.empty() && !isa<math::FmaOp>(op))
    return builtin.str() + "_value";
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<arith::AddFOp, arith::AddIOp, math::FmaOp>(
          [](Operation *) { return "sum"; })
      .Case<arith::SubFOp, arith::SubIOp>(
          [](Operation *) { return "difference"; })
      .Case<arith::MulFOp, arith::MulIOp>([](Operation *) { return "product"; })
      .Case<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
            arith::CeilDivSIOp>([](Operation *) { return "quotient"; })
      .Case<arith::RemSIOp, arith::RemUIOp>(
          [](Operation *) { return "remainder"; })
      .Case<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(
          [](Operation *) { return "maximum"; })
      .Case<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(
          [](Operation *) { return "minimum"; })
      .Case<arith::CmpFOp, arith::CmpIOp>(
          [](Operation *) { return "condition"; })
      .Default([](Operation *op) {
        bool isTruth = op->getResult(0).getType().isInteger(1);
        return isTruth ? "condition" : "value";
      });
}

/// Returns a name after the use of an index: a subscript of one array, or a
/// bound.
static std::string getIndexName(Value value, ArrayNames arrays) {
  std::string name;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    std::string other;
    if (auto loop = dyn_cast<scf::ForOp>(user)) {
      auto index = loop->getAttrOfType<StringAttr>(indexAttrName);
      if (index && use.getOperandNumber() < 2)
        other = index.getValue().str() +
                (use.getOperandNumber() == 0 ? "_start" : "_end");
    } else {
      // Sums of offsets are written where they are used.
      while (isa<arith::AddIOp>(user) && user->hasOneUse())
        user = *user->user_begin();
      if (Value memory = getMemory(user))
        other = arrays(memory).str() + "_offset";
    }
    if (name.empty())
      name = other;
    if (other.empty() || name != other)
      return "offset";
  }
  return name.empty() ? "offset" : name;
}

std::string sa::getVariableName(Value value, ArrayNames arrays) {
  if (value.getType().isIndex())
    return getIndexName(value, arrays);
  Operation *op = value.getDefiningOp();
  StringRef suffix = isa<VectorType>(value.getType()) ? "_lanes" : "_value";
  if (Value memory = getMemory(op))
    return (arrays(memory) + suffix).str();
  if (auto broadcast = dyn_cast<vector::BroadcastOp>(op)) {
    Operation *source = broadcast.getSource().getDefiningOp();
    Value memory = source ? getMemory(source) : Value();
    if (memory)
      return (arrays(memory) + "_lanes").str();
    return (source ? getComputed(source) : "value") + "_lanes";
  }
  // A conditional value is named after the array that it is stored to.
  if (isa<scf::IfOp, arith::SelectOp>(op))
    for (OpOperand &use : value.getUses())
      if (isStored(use))
        return (arrays(getMemory(use.getOwner())) + suffix).str();
  std::string computed = getComputed(op);
  Value memory = getAccumulatedMemory(op);
  return memory ? (arrays(memory) + "_" + computed).str() : computed;
}

std::string sa::getAccumulatorName(scf::ForOp loop, unsigned number,
                                   ArrayNames arrays) {
  if (Value memory = getCarriedMemory(loop, number))
    return (arrays(memory) + "_acc").str();
  Operation *next = loop.getYieldedValues()[number].getDefiningOp();
  return next ? getComputed(next) : "acc";
}
