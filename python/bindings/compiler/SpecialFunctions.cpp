// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SpecialFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace sa;

Value sa::python::createHypot(OpBuilder &builder, Location loc, Value lhs,
                              Value rhs) {
  Type type = lhs.getType();
  bool isShort = type.getIntOrFloatBitWidth() < 32;
  Type wide = isShort ? Type(builder.getF32Type()) : type;
  if (isShort) {
    lhs = arith::ExtFOp::create(builder, loc, wide, lhs);
    rhs = arith::ExtFOp::create(builder, loc, wide, rhs);
  }
  // The absolute value of a complex number has NumPy's formula already.
  Value number =
      complex::CreateOp::create(builder, loc, ComplexType::get(wide), lhs, rhs);
  Value length = complex::AbsOp::create(builder, loc, number);
  if (!isShort)
    return length;
  return arith::TruncFOp::create(builder, loc, type, length);
}

namespace {
/// Writes arithmetic of integers of one width.
class BitWriter {
public:
  BitWriter(OpBuilder &builder, Location loc, unsigned width)
      : builder(loc, builder), width(width) {}

  /// Returns a constant that repeats a byte.
  Value repeat(uint8_t byte) {
    return constant(APInt::getSplat(width, APInt(8, byte)));
  }
  Value constant(int64_t value) {
    return constant(APInt(width, value, /*isSigned=*/true));
  }
  Value shiftRight(Value value, unsigned count) {
    return create<arith::ShRUIOp>(value, constant(count));
  }
  template <typename Op> Value create(Value lhs, Value rhs) {
    return Op::create(builder, lhs, rhs);
  }

private:
  Value constant(const APInt &value) {
    Type type = builder.getIntegerType(width);
    return arith::ConstantOp::create(builder,
                                     builder.getIntegerAttr(type, value));
  }

  ImplicitLocOpBuilder builder;
  unsigned width;
};
} // namespace

Value sa::python::createPopCount(OpBuilder &builder, Location loc,
                                 Value operand) {
  unsigned width = operand.getType().getIntOrFloatBitWidth();
  BitWriter write(builder, loc, width);
  auto mask = [&](Value value, uint8_t byte) {
    return write.create<arith::AndIOp>(value, write.repeat(byte));
  };
  // The ones in each two bits, in each four, in each byte, and in all bytes,
  // which are added up in the highest one.
  Value pairs = write.create<arith::SubIOp>(
      operand, mask(write.shiftRight(operand, 1), 0x55));
  Value fours = write.create<arith::AddIOp>(
      mask(pairs, 0x33), mask(write.shiftRight(pairs, 2), 0x33));
  Value bytes = mask(
      write.create<arith::AddIOp>(fours, write.shiftRight(fours, 4)), 0x0F);
  if (width == 8)
    return bytes;
  Value total = write.shiftRight(
      write.create<arith::MulIOp>(bytes, write.repeat(1)), width - 8);
  return arith::TruncIOp::create(builder, loc, builder.getI8Type(), total);
}

Value sa::python::createLeadingZeros(OpBuilder &builder, Location loc,
                                     Value operand) {
  unsigned width = operand.getType().getIntOrFloatBitWidth();
  BitWriter write(builder, loc, width);
  // Ones from the first one on; what is left are the zeros before it.
  for (unsigned count = 1; count < width; count *= 2)
    operand =
        write.create<arith::OrIOp>(operand, write.shiftRight(operand, count));
  return createPopCount(
      builder, loc, write.create<arith::XOrIOp>(operand, write.constant(-1)));
}

Value sa::python::createNextAfter(OpBuilder &builder, Location loc, Value from,
                                  Value to) {
  Type type = from.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  Type integer = builder.getIntegerType(width);
  BitWriter write(builder, loc, width);
  using Predicate = arith::CmpFPredicate;
  auto compare = [&](Predicate predicate, Value lhs, Value rhs) -> Value {
    return arith::CmpFOp::create(builder, loc, predicate, lhs, rhs);
  };
  auto select = [&](Value condition, Value ifTrue, Value ifFalse) -> Value {
    return arith::SelectOp::create(builder, loc, condition, ifTrue, ifFalse);
  };
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  Value bits = arith::BitcastOp::create(builder, loc, integer, from);

  // 1. One more or less in the bits, which are ordered by magnitude.
  Value grows = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                      compare(Predicate::OLT, from, to),
                                      compare(Predicate::OGT, from, zero));
  Value moved = write.create<arith::AddIOp>(
      bits, select(grows, write.constant(1), write.constant(-1)));

  // 2. From zero, the smallest number with the sign of the way.
  APInt sign = APInt::getSignMask(width);
  Value smallest =
      select(compare(Predicate::OLT, to, zero),
             write.constant((sign | 1).getSExtValue()), write.constant(1));
  moved = select(compare(Predicate::OEQ, from, zero), smallest, moved);
  Value next = arith::BitcastOp::create(builder, loc, type, moved);

  // 3. Equal ones stay, and NaN is what it is in a sum.
  next = select(compare(Predicate::OEQ, from, to), to, next);
  Value sum = arith::AddFOp::create(builder, loc, from, to);
  return select(compare(Predicate::UNO, from, to), sum, next);
}
