// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes loops that only subtract from a value add instead:
//
//   r = a                         r = -a
//   for … { r = r - x }     →     for … { r = r + x }
//   use r                         use 0 - r

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "sa/Vendor/Passes.h"
#include "sa/Vendor/WorkaroundAttr.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-intel-cpu-add-differences"

namespace sa {
#define GEN_PASS_DEF_SAINTELCPUADDDIFFERENCES
#include "sa/Vendor/Passes.h.inc"
} // namespace sa

using namespace mlir;

ALWAYS_ENABLED_STATISTIC(numNegated,
                         "Values added to instead of subtracted from");

namespace {

/// Returns the value whose negative `value` is, or null.
Value getNegated(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto negation = dyn_cast_or_null<arith::NegFOp>(op))
    return negation.getOperand();
  auto difference = dyn_cast_or_null<arith::SubIOp>(op);
  if (difference && matchPattern(difference.getLhs(), m_Zero()))
    return difference.getRhs();
  return {};
}

/// Returns what `op` subtracts from `value`, or null.
Value getSubtracted(Operation *op, Value value) {
  if (isa<arith::SubFOp, arith::SubIOp>(op))
    return op->getOperand(0) == value ? op->getOperand(1) : Value();
  if (isa<arith::AddFOp, arith::AddIOp>(op))
    return getNegated(op->getOperand(op->getOperand(0) == value ? 1 : 0));
  return {};
}

/// Finds the uses by which `loop`, and loops inside it, subtract from the
/// iteration argument `number`. Returns false when they use it otherwise.
bool findSubtractions(scf::ForOp loop, unsigned number,
                      SmallVectorImpl<OpOperand *> &found) {
  Value value = loop.getRegionIterArg(number);
  while (value.hasOneUse()) {
    OpOperand &use = *value.use_begin();
    Operation *user = use.getOwner();
    if (user == loop.getBody()->getTerminator())
      return use.getOperandNumber() == number;
    if (user->getBlock() != loop.getBody())
      return false;
    if (auto inner = dyn_cast<scf::ForOp>(user)) {
      OpResult result = inner.getTiedLoopResult(&use);
      if (!result || !findSubtractions(inner, result.getResultNumber(), found))
        return false;
      value = result;
      continue;
    }
    if (!getSubtracted(user, value))
      return false;
    found.push_back(&use);
    value = user->getResult(0);
  }
  return false;
}

/// Creates `FloatOp` or `IntegerOp`, for the type of the operands.
template <typename FloatOp, typename IntegerOp>
Value create(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  Operation *op;
  if (isa<FloatType>(getElementTypeOrSelf(lhs)))
    op = FloatOp::create(builder, loc, lhs, rhs);
  else
    op = IntegerOp::create(builder, loc, lhs, rhs);
  op->setAttr(sa::workaroundAttrName,
              builder.getStringAttr("intel-cpu-add-differences"));
  return op->getResult(0);
}

Value negate(OpBuilder &builder, Location loc, Value value) {
  Value zero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(value.getType())));
  return create<arith::SubFOp, arith::SubIOp>(builder, loc, zero, value);
}

void addInstead(scf::ForOp loop, unsigned number) {
  SmallVector<OpOperand *> found;
  Type type = getElementTypeOrSelf(loop.getRegionIterArg(number));
  if (!isa<FloatType, IntegerType>(type) ||
      !findSubtractions(loop, number, found) || found.empty())
    return;
  ++numNegated;
  LDBG() << "adds " << found.size() << " differences in the loop at "
         << loop.getLoc();
  OpBuilder builder(loop);
  OpOperand &init = loop.getInitsMutable()[number];
  init.set(negate(builder, loop.getLoc(), init.get()));
  for (OpOperand *use : found) {
    // The value may be another one than when it was found.
    Operation *op = use->getOwner();
    Value value = use->get();
    builder.setInsertionPoint(op);
    Value added = getSubtracted(op, value);
    Value sum = create<arith::AddFOp, arith::AddIOp>(builder, op->getLoc(),
                                                     value, added);
    op->getResult(0).replaceAllUsesWith(sum);
    Value other = op->getOperand(op->getOperand(0) == value ? 1 : 0);
    op->erase();
    // A negation that nobody else needs.
    if (other != added && isOpTriviallyDead(other.getDefiningOp()))
      other.getDefiningOp()->erase();
  }
  builder.setInsertionPointAfter(loop);
  Value result = loop.getResult(number);
  Value difference = negate(builder, loop.getLoc(), result);
  result.replaceAllUsesExcept(difference, difference.getDefiningOp());
}

class AddDifferences
    : public sa::impl::SAIntelCPUAddDifferencesBase<AddDifferences> {
  void runOnOperation() override {
    // Outer loops first: inner ones may be a part of their sums.
    getOperation().walk<WalkOrder::PreOrder>([](scf::ForOp loop) {
      for (unsigned number = 0; number < loop.getNumRegionIterArgs(); ++number)
        addInstead(loop, number);
    });
  }
};

} // namespace
