// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces divisions and shifts that are defined for all operands by those of
// `arith`, which are not. Each gets operands for which it is defined, and what
// it gives for the others is selected afterwards: a choice costs less on a
// device than a branch that some work-items take and others do not.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sa/Dialect/SA/IR/SAArithmeticOps.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace sa {
#define GEN_PASS_DEF_SAEXPANDARITHMETIC
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {

/// Writes the integer arithmetic that replaces an op.
class IntegerExpansion {
public:
  IntegerExpansion(ImplicitLocOpBuilder &builder, Operation *op)
      : builder(builder), lhs(op->getOperand(0)), rhs(op->getOperand(1)),
        width(lhs.getType().getIntOrFloatBitWidth()),
        known(getConstantIntValue(rhs)) {}

  template <typename Op> Value divideUnsigned() {
    if (known && *known != 0)
      return Op::create(builder, lhs, rhs);
    Value isZero = compare(arith::CmpIPredicate::eq, rhs, constant(0));
    Value divisor = select(isZero, constant(1), rhs);
    return select(isZero, constant(0), Op::create(builder, lhs, divisor));
  }

  enum class Division { FloorQuotient, FloorRemainder, Remainder };
  Value divideSigned(Division kind);

  template <typename Op> Value shift(bool keepsSign = false) {
    auto create = [&](Value count) -> Value {
      return Op::create(builder, lhs, count);
    };
    if (known && *known >= 0 && *known < width)
      return create(rhs);
    Value inRange = compare(arith::CmpIPredicate::ult, rhs, constant(width));
    Value shifted = create(select(inRange, rhs, constant(0)));
    return select(inRange, shifted,
                  keepsSign ? create(constant(width - 1)) : constant(0));
  }

private:
  Value divideDefined(Value divisor, Division kind);
  Value constant(const APInt &value) {
    return arith::ConstantOp::create(
        builder, builder.getIntegerAttr(lhs.getType(), value));
  }
  Value constant(int64_t value) {
    return constant(APInt(width, value, /*isSigned=*/true));
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, predicate, a, b);
  }
  Value select(Value condition, Value ifTrue, Value ifFalse) {
    return arith::SelectOp::create(builder, condition, ifTrue, ifFalse);
  }

  ImplicitLocOpBuilder &builder;
  Value lhs, rhs;
  unsigned width;
  /// The right operand, where it is a constant.
  std::optional<int64_t> known;
};

Value IntegerExpansion::divideSigned(Division kind) {
  if (known && *known != 0 && *known != -1)
    return divideDefined(rhs, kind);
  // Neither zero nor the one quotient that overflows reaches the division;
  // x / 1 is what x / -1 wraps to then.
  Value isZero = compare(arith::CmpIPredicate::eq, rhs, constant(0));
  Value isSmallest = compare(arith::CmpIPredicate::eq, lhs,
                             constant(APInt::getSignedMinValue(width)));
  Value isMinusOne = compare(arith::CmpIPredicate::eq, rhs, constant(-1));
  Value overflows = arith::AndIOp::create(builder, isSmallest, isMinusOne);
  Value isBad = arith::OrIOp::create(builder, isZero, overflows);
  Value result = divideDefined(select(isBad, constant(1), rhs), kind);
  return select(isZero, constant(0), result);
}

Value IntegerExpansion::divideDefined(Value divisor, Division kind) {
  Value rest = arith::RemSIOp::create(builder, lhs, divisor);
  if (kind == Division::Remainder)
    return rest;
  // Division rounds to zero; round down where there is a remainder of the other
  // sign.
  Value zero = constant(0);
  Value restIsNegative = compare(arith::CmpIPredicate::slt, rest, zero);
  Value divisorIsNegative = compare(arith::CmpIPredicate::slt, divisor, zero);
  Value signsDiffer =
      arith::XOrIOp::create(builder, restIsNegative, divisorIsNegative);
  Value hasRest = compare(arith::CmpIPredicate::ne, rest, zero);
  Value adjust = arith::AndIOp::create(builder, hasRest, signsDiffer);
  if (kind == Division::FloorRemainder)
    return select(adjust, arith::AddIOp::create(builder, rest, divisor), rest);
  Value quotient = arith::DivSIOp::create(builder, lhs, divisor);
  return select(adjust, arith::SubIOp::create(builder, quotient, constant(1)),
                quotient);
}

/// Writes the floor division of floating-point numbers, with NumPy's signs of
/// zero.
class FloorDivision {
public:
  FloorDivision(ImplicitLocOpBuilder &builder, Value lhs, Value rhs)
      : builder(builder), lhs(lhs), rhs(rhs) {
    zero = constant(0.0);
    rest = arith::RemFOp::create(builder, lhs, rhs);
    Value restIsNegative = compare(arith::CmpFPredicate::OLT, rest, zero);
    Value rhsIsNegative = compare(arith::CmpFPredicate::OLT, rhs, zero);
    Value signsDiffer =
        arith::XOrIOp::create(builder, restIsNegative, rhsIsNegative);
    hasRest = compare(arith::CmpFPredicate::UNE, rest, zero);
    adjust = arith::AndIOp::create(builder, hasRest, signsDiffer);
  }

  Value getRemainder() {
    Value adjusted = arith::AddFOp::create(builder, rest, rhs);
    Value nonZero = select(adjust, adjusted, rest);
    return select(hasRest, nonZero,
                  math::CopySignOp::create(builder, zero, rhs));
  }

  Value getQuotient() {
    // (lhs - rest) / rhs is a whole number up to rounding.
    Value exact = arith::DivFOp::create(
        builder, arith::SubFOp::create(builder, lhs, rest), rhs);
    Value one = constant(1.0);
    exact = select(adjust, arith::SubFOp::create(builder, exact, one), exact);
    Value floor = math::FloorOp::create(builder, exact);
    Value gap = arith::SubFOp::create(builder, exact, floor);
    Value isAbove = compare(arith::CmpFPredicate::OGT, gap, constant(0.5));
    Value nearest =
        select(isAbove, arith::AddFOp::create(builder, floor, one), floor);
    Value plain = arith::DivFOp::create(builder, lhs, rhs);
    Value signedZero = math::CopySignOp::create(builder, zero, plain);
    Value isNonZero = compare(arith::CmpFPredicate::UNE, exact, zero);
    Value quotient = select(isNonZero, nearest, signedZero);
    Value byZero = compare(arith::CmpFPredicate::OEQ, rhs, zero);
    return select(byZero, plain, quotient);
  }

private:
  Value constant(double value) {
    return arith::ConstantOp::create(
        builder, builder.getFloatAttr(lhs.getType(), value));
  }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) {
    return arith::CmpFOp::create(builder, predicate, a, b);
  }
  Value select(Value condition, Value ifTrue, Value ifFalse) {
    return arith::SelectOp::create(builder, condition, ifTrue, ifFalse);
  }

  ImplicitLocOpBuilder &builder;
  Value lhs, rhs, zero, rest, hasRest, adjust;
};

/// What replaces the result of `op`, or null where it is no such op.
Value expand(ImplicitLocOpBuilder &builder, Operation *op) {
  using Division = IntegerExpansion::Division;
  // Proofs about subscripts know these; they are expanded with the loops.
  if (op->getNumResults() == 1 && op->getResult(0).getType().isIndex())
    return Value();
  auto integers = [&] { return IntegerExpansion(builder, op); };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](FloorDivSIOp) {
        return integers().divideSigned(Division::FloorQuotient);
      })
      .Case([&](FloorModSIOp) {
        return integers().divideSigned(Division::FloorRemainder);
      })
      .Case(
          [&](RemSIOp) { return integers().divideSigned(Division::Remainder); })
      .Case(
          [&](DivUIOp) { return integers().divideUnsigned<arith::DivUIOp>(); })
      .Case(
          [&](RemUIOp) { return integers().divideUnsigned<arith::RemUIOp>(); })
      .Case([&](ShLIOp) { return integers().shift<arith::ShLIOp>(); })
      .Case([&](ShRSIOp) {
        return integers().shift<arith::ShRSIOp>(/*keepsSign=*/true);
      })
      .Case([&](ShRUIOp) { return integers().shift<arith::ShRUIOp>(); })
      .Case([&](FloorDivFOp division) {
        return FloorDivision(builder, division.getLhs(), division.getRhs())
            .getQuotient();
      })
      .Case([&](FloorModFOp division) {
        return FloorDivision(builder, division.getLhs(), division.getRhs())
            .getRemainder();
      })
      .Default([](Operation *) { return Value(); });
}

class ExpandArithmetic
    : public sa::impl::SAExpandArithmeticBase<ExpandArithmetic> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      ImplicitLocOpBuilder builder(op->getLoc(), op);
      Value value = expand(builder, op);
      if (!value)
        return;
      op->getResult(0).replaceAllUsesWith(value);
      op->erase();
    });
  }
};

} // namespace
