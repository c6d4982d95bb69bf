// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IntegerArithmetic.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace sa::python;

namespace {

/// Builds integer arithmetic of one type at one place.
class IntegerBuilder {
public:
  IntegerBuilder(OpBuilder &builder, Location loc, ScalarType type)
      : builder(builder), loc(loc), type(type) {}

  Value constant(const APInt &value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type.value, value));
  }
  Value constant(int64_t value) {
    return constant(APInt(width(), value, /*isSigned=*/true));
  }
  unsigned width() const { return type.value.getIntOrFloatBitWidth(); }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  }
  Value select(Value condition, Value ifTrue, Value ifFalse) {
    return arith::SelectOp::create(builder, loc, condition, ifTrue, ifFalse);
  }

  /// What is asked of a division: the quotient rounded down, the remainder that
  /// belongs to it, or the remainder with the sign of the dividend, as in C.
  enum class Division { Quotient, FloorRemainder, Remainder };
  Value divide(Value lhs, Value rhs, Division kind);
  Value shift(Value lhs, Value rhs, bool left);

private:
  Value divideSigned(Value lhs, Value rhs, Division kind, bool isKnown);

  OpBuilder &builder;
  Location loc;
  ScalarType type;
};

} // namespace

Value IntegerBuilder::divide(Value lhs, Value rhs, Division kind) {
  // A known divisor needs no protection.
  std::optional<int64_t> known = getConstantIntValue(rhs);
  bool isKnown = known && *known != 0 && (type.isUnsigned() || *known != -1);
  Value zero = constant(0);
  Value isZero = compare(arith::CmpIPredicate::eq, rhs, zero);
  Value result;
  if (type.isUnsigned()) {
    Value divisor = isKnown ? rhs : select(isZero, constant(1), rhs);
    result =
        kind != Division::Quotient
            ? arith::RemUIOp::create(builder, loc, lhs, divisor).getResult()
            : arith::DivUIOp::create(builder, loc, lhs, divisor).getResult();
  } else {
    result = divideSigned(lhs, rhs, kind, isKnown);
  }
  return isKnown ? result : select(isZero, zero, result);
}

Value IntegerBuilder::divideSigned(Value lhs, Value rhs, Division kind,
                                   bool isKnown) {
  Value zero = constant(0), one = constant(1);
  Value divisor = rhs;
  if (!isKnown) {
    // Neither zero nor the one quotient that overflows reaches the division;
    // x // 1 is what x // -1 wraps to then.
    Value isZero = compare(arith::CmpIPredicate::eq, rhs, zero);
    Value isSmallest = compare(arith::CmpIPredicate::eq, lhs,
                               constant(APInt::getSignedMinValue(width())));
    Value isMinusOne = compare(arith::CmpIPredicate::eq, rhs, constant(-1));
    Value overflows =
        arith::AndIOp::create(builder, loc, isSmallest, isMinusOne);
    Value isBad = arith::OrIOp::create(builder, loc, isZero, overflows);
    divisor = select(isBad, one, rhs);
  }
  // Division rounds to zero; round down where there is a remainder of the other
  // sign.
  Value rest = arith::RemSIOp::create(builder, loc, lhs, divisor);
  if (kind == Division::Remainder)
    return rest;
  Value restIsNegative = compare(arith::CmpIPredicate::slt, rest, zero);
  Value rhsIsNegative = compare(arith::CmpIPredicate::slt, divisor, zero);
  Value signsDiffer =
      arith::XOrIOp::create(builder, loc, restIsNegative, rhsIsNegative);
  Value hasRest = compare(arith::CmpIPredicate::ne, rest, zero);
  Value adjust = arith::AndIOp::create(builder, loc, hasRest, signsDiffer);
  if (kind == Division::FloorRemainder)
    return select(adjust, arith::AddIOp::create(builder, loc, rest, divisor),
                  rest);
  Value quotient = arith::DivSIOp::create(builder, loc, lhs, divisor);
  return select(adjust, arith::SubIOp::create(builder, loc, quotient, one),
                quotient);
}

Value IntegerBuilder::shift(Value lhs, Value rhs, bool left) {
  auto create = [&](Value amount) -> Value {
    if (left)
      return arith::ShLIOp::create(builder, loc, lhs, amount);
    if (type.isUnsigned())
      return arith::ShRUIOp::create(builder, loc, lhs, amount);
    return arith::ShRSIOp::create(builder, loc, lhs, amount);
  };
  std::optional<int64_t> known = getConstantIntValue(rhs);
  if (known && *known >= 0 && *known < width())
    return create(rhs);
  // All the bits are shifted out: zero, or the sign.
  Value inRange = compare(arith::CmpIPredicate::ult, rhs, constant(width()));
  Value shifted = create(select(inRange, rhs, constant(0)));
  Value shiftedOut =
      left || type.isUnsigned() ? constant(0) : create(constant(width() - 1));
  return select(inRange, shifted, shiftedOut);
}

Value sa::python::createIntegerBinary(OpBuilder &builder, Location loc,
                                      StringRef op, ScalarType type, Value lhs,
                                      Value rhs) {
  if (type.isBool()) {
    if (op == "and" || op == "min")
      return arith::AndIOp::create(builder, loc, lhs, rhs);
    if (op == "or" || op == "max")
      return arith::OrIOp::create(builder, loc, lhs, rhs);
    if (op == "xor")
      return arith::XOrIOp::create(builder, loc, lhs, rhs);
    return {};
  }
  IntegerBuilder integers(builder, loc, type);
  if (op == "add")
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  if (op == "sub")
    return arith::SubIOp::create(builder, loc, lhs, rhs);
  if (op == "mul")
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  using Division = IntegerBuilder::Division;
  if (op == "floordiv")
    return integers.divide(lhs, rhs, Division::Quotient);
  if (op == "mod")
    return integers.divide(lhs, rhs, Division::FloorRemainder);
  if (op == "remainder")
    return integers.divide(lhs, rhs, Division::Remainder);
  if (op == "and")
    return arith::AndIOp::create(builder, loc, lhs, rhs);
  if (op == "or")
    return arith::OrIOp::create(builder, loc, lhs, rhs);
  if (op == "xor")
    return arith::XOrIOp::create(builder, loc, lhs, rhs);
  if (op == "shl" || op == "shr")
    return integers.shift(lhs, rhs, /*left=*/op == "shl");
  if (op == "min")
    return type.isUnsigned()
               ? arith::MinUIOp::create(builder, loc, lhs, rhs).getResult()
               : arith::MinSIOp::create(builder, loc, lhs, rhs).getResult();
  if (op == "max")
    return type.isUnsigned()
               ? arith::MaxUIOp::create(builder, loc, lhs, rhs).getResult()
               : arith::MaxSIOp::create(builder, loc, lhs, rhs).getResult();
  return {};
}

Value sa::python::createIndexBinary(OpBuilder &builder, Location loc,
                                    StringRef op, Value lhs, Value rhs) {
  if (op == "add")
    return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
  if (op == "sub")
    return builder.createOrFold<arith::SubIOp>(loc, lhs, rhs);
  if (op == "mul")
    return builder.createOrFold<arith::MulIOp>(loc, lhs, rhs);
  std::optional<int64_t> divisor = getConstantIntValue(rhs);
  if ((op != "floordiv" && op != "mod") || !divisor || *divisor <= 0)
    return {};
  AffineExpr dividend = builder.getAffineDimExpr(0);
  AffineExpr result =
      op == "mod" ? dividend % *divisor : dividend.floorDiv(*divisor);
  return affine::AffineApplyOp::create(builder, loc,
                                       AffineMap::get(1, 0, result), lhs);
}

Value sa::python::createIntegerUnary(OpBuilder &builder, Location loc,
                                     StringRef op, ScalarType type,
                                     Value operand) {
  IntegerBuilder integers(builder, loc, type);
  if (op == "not")
    return arith::XOrIOp::create(builder, loc, operand, integers.constant(-1));
  if (op == "abs")
    return type.isUnsigned()
               ? operand
               : math::AbsIOp::create(builder, loc, operand).getResult();
  if (op == "neg" && !type.isBool())
    return arith::SubIOp::create(builder, loc, integers.constant(0), operand);
  return {};
}
