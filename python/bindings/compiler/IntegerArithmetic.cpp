// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IntegerArithmetic.h"

#include "SpecialFunctions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "sa/Dialect/SA/IR/SAArithmeticOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace sa;
using namespace sa::python;

/// Creates the signed or the unsigned form of an op.
template <typename Signed, typename Unsigned>
static Value createSigned(OpBuilder &builder, Location loc, ScalarType type,
                          Value lhs, Value rhs) {
  if (type.isUnsigned())
    return Unsigned::create(builder, loc, lhs, rhs);
  return Signed::create(builder, loc, lhs, rhs);
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
  if (op == "add")
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  if (op == "sub")
    return arith::SubIOp::create(builder, loc, lhs, rhs);
  if (op == "mul")
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  if (op == "and")
    return arith::AndIOp::create(builder, loc, lhs, rhs);
  if (op == "or")
    return arith::OrIOp::create(builder, loc, lhs, rhs);
  if (op == "xor")
    return arith::XOrIOp::create(builder, loc, lhs, rhs);
  if (op == "shl")
    return ShLIOp::create(builder, loc, lhs, rhs);
  using Creator = Value (*)(OpBuilder &, Location, ScalarType, Value, Value);
  auto creator = llvm::StringSwitch<Creator>(op)
                     .Case("floordiv", createSigned<FloorDivSIOp, DivUIOp>)
                     .Case("mod", createSigned<FloorModSIOp, RemUIOp>)
                     .Case("remainder", createSigned<RemSIOp, RemUIOp>)
                     .Case("shr", createSigned<ShRSIOp, ShRUIOp>)
                     .Case("min", createSigned<arith::MinSIOp, arith::MinUIOp>)
                     .Case("max", createSigned<arith::MaxSIOp, arith::MaxUIOp>)
                     .Default(nullptr);
  return creator ? creator(builder, loc, type, lhs, rhs) : Value();
}

Value sa::python::createIndexBinary(OpBuilder &builder, Location loc,
                                    StringRef op, Value lhs, Value rhs) {
  if (op == "add")
    return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
  if (op == "sub")
    return builder.createOrFold<arith::SubIOp>(loc, lhs, rhs);
  if (op == "mul")
    return builder.createOrFold<arith::MulIOp>(loc, lhs, rhs);
  if (op == "min")
    return builder.createOrFold<arith::MinSIOp>(loc, lhs, rhs);
  if (op == "max")
    return builder.createOrFold<arith::MaxSIOp>(loc, lhs, rhs);
  if (std::optional<BorderMode> mode = symbolizeBorderMode(op))
    return ExtendIndexOp::create(builder, loc, *mode, lhs, rhs);
  std::optional<int64_t> divisor = getConstantIntValue(rhs);
  if (!divisor && op == "floordiv")
    return FloorDivSIOp::create(builder, loc, lhs, rhs);
  if (!divisor && op == "mod")
    return FloorModSIOp::create(builder, loc, lhs, rhs);
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
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type.value, value));
  };
  if (op == "not")
    return arith::XOrIOp::create(builder, loc, operand, constant(-1));
  if (op == "abs")
    return type.isUnsigned()
               ? operand
               : math::AbsIOp::create(builder, loc, operand).getResult();
  if (op == "clz" && !type.isBool())
    return createLeadingZeros(builder, loc, operand);
  if (op == "popcount" && !type.isBool()) {
    // NumPy counts the ones of the absolute value.
    Value size = type.isUnsigned()
                     ? operand
                     : math::AbsIOp::create(builder, loc, operand).getResult();
    return createPopCount(builder, loc, size);
  }
  if (op == "neg" && !type.isBool())
    return arith::SubIOp::create(builder, loc, constant(0), operand);
  return {};
}
