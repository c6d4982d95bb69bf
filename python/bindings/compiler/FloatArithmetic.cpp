// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FloatArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace sa::python;

namespace {

/// Python's // and % on floating-point numbers, with NumPy's signs of zero.
class FloorDivision {
public:
  FloorDivision(OpBuilder &builder, Location loc, Value lhs, Value rhs)
      : builder(builder), loc(loc), lhs(lhs), rhs(rhs) {
    zero = arith::ConstantOp::create(builder, loc,
                                     builder.getZeroAttr(lhs.getType()));
    rest = arith::RemFOp::create(builder, loc, lhs, rhs);
    Value restIsNegative = compare(arith::CmpFPredicate::OLT, rest, zero);
    Value rhsIsNegative = compare(arith::CmpFPredicate::OLT, rhs, zero);
    Value signsDiffer =
        arith::XOrIOp::create(builder, loc, restIsNegative, rhsIsNegative);
    hasRest = compare(arith::CmpFPredicate::UNE, rest, zero);
    adjust = arith::AndIOp::create(builder, loc, hasRest, signsDiffer);
  }

  /// Has the sign of the divisor, a zero too.
  Value getRemainder() {
    Value adjusted = arith::AddFOp::create(builder, loc, rest, rhs);
    Value nonZero = select(adjust, adjusted, rest);
    Value signedZero = math::CopySignOp::create(builder, loc, zero, rhs);
    return select(hasRest, nonZero, signedZero);
  }

  Value getQuotient() {
    // (lhs - rest) / rhs is a whole number up to rounding.
    Value exact = arith::DivFOp::create(
        builder, loc, arith::SubFOp::create(builder, loc, lhs, rest), rhs);
    Value one = constant(1.0);
    exact =
        select(adjust, arith::SubFOp::create(builder, loc, exact, one), exact);
    Value floor = math::FloorOp::create(builder, loc, exact);
    Value gap = arith::SubFOp::create(builder, loc, exact, floor);
    Value isAbove = compare(arith::CmpFPredicate::OGT, gap, constant(0.5));
    Value nearest =
        select(isAbove, arith::AddFOp::create(builder, loc, floor, one), floor);
    Value plain = arith::DivFOp::create(builder, loc, lhs, rhs);
    Value signedZero = math::CopySignOp::create(builder, loc, zero, plain);
    Value isNonZero = compare(arith::CmpFPredicate::UNE, exact, zero);
    Value quotient = select(isNonZero, nearest, signedZero);
    Value byZero = compare(arith::CmpFPredicate::OEQ, rhs, zero);
    return select(byZero, plain, quotient);
  }

private:
  Value constant(double value) {
    return arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(lhs.getType(), value));
  }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) {
    return arith::CmpFOp::create(builder, loc, predicate, a, b);
  }
  Value select(Value condition, Value ifTrue, Value ifFalse) {
    return arith::SelectOp::create(builder, loc, condition, ifTrue, ifFalse);
  }

  OpBuilder &builder;
  Location loc;
  Value lhs, rhs, zero, rest, hasRest, adjust;
};

template <typename Op>
Value createOp(OpBuilder &builder, Location loc, ValueRange operands) {
  OperationState state(loc, Op::getOperationName());
  state.addOperands(operands);
  state.addTypes(operands.front().getType());
  return builder.create(state)->getResult(0);
}

using Creator = Value (*)(OpBuilder &, Location, ValueRange);

} // namespace

Value sa::python::createFloatBinary(OpBuilder &builder, Location loc,
                                    StringRef op, Value lhs, Value rhs) {
  static const llvm::StringMap<Creator> creators = {
      {"add", createOp<arith::AddFOp>},
      {"atan2", createOp<math::Atan2Op>},
      {"div", createOp<arith::DivFOp>},
      {"max", createOp<arith::MaximumFOp>},
      {"min", createOp<arith::MinimumFOp>},
      {"mul", createOp<arith::MulFOp>},
      {"pow", createOp<math::PowFOp>},
      {"remainder", createOp<arith::RemFOp>},
      {"sub", createOp<arith::SubFOp>},
  };
  if (Creator creator = creators.lookup(op))
    return creator(builder, loc, {lhs, rhs});
  if (op == "mod")
    return FloorDivision(builder, loc, lhs, rhs).getRemainder();
  if (op == "floordiv")
    return FloorDivision(builder, loc, lhs, rhs).getQuotient();
  return {};
}

Value sa::python::createFloatUnary(OpBuilder &builder, Location loc,
                                   StringRef op, Value operand) {
  static const llvm::StringMap<Creator> creators = {
      {"abs", createOp<math::AbsFOp>},
      {"acos", createOp<math::AcosOp>},
      {"acosh", createOp<math::AcoshOp>},
      {"asin", createOp<math::AsinOp>},
      {"asinh", createOp<math::AsinhOp>},
      {"atan", createOp<math::AtanOp>},
      {"atanh", createOp<math::AtanhOp>},
      {"ceil", createOp<math::CeilOp>},
      {"cos", createOp<math::CosOp>},
      {"cosh", createOp<math::CoshOp>},
      {"erf", createOp<math::ErfOp>},
      {"exp", createOp<math::ExpOp>},
      {"exp2", createOp<math::Exp2Op>},
      {"expm1", createOp<math::ExpM1Op>},
      {"floor", createOp<math::FloorOp>},
      {"log", createOp<math::LogOp>},
      {"log10", createOp<math::Log10Op>},
      {"log1p", createOp<math::Log1pOp>},
      {"log2", createOp<math::Log2Op>},
      {"neg", createOp<arith::NegFOp>},
      {"round", createOp<math::RoundEvenOp>},
      {"rsqrt", createOp<math::RsqrtOp>},
      {"sin", createOp<math::SinOp>},
      {"sinh", createOp<math::SinhOp>},
      {"sqrt", createOp<math::SqrtOp>},
      {"tan", createOp<math::TanOp>},
      {"tanh", createOp<math::TanhOp>},
      {"trunc", createOp<math::TruncOp>},
  };
  Creator creator = creators.lookup(op);
  return creator ? creator(builder, loc, operand) : Value();
}
