// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arithmetic.h"

#include "ComplexArithmetic.h"
#include "FloatArithmetic.h"
#include "IntegerArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace sa::python;

Value sa::python::createBinary(OpBuilder &builder, Location loc, StringRef op,
                               ScalarType type, Value lhs, Value rhs) {
  if (type.isFloat())
    return createFloatBinary(builder, loc, op, lhs, rhs);
  if (type.isComplex())
    return createComplexBinary(builder, loc, op, lhs, rhs);
  if (type.isIndex())
    return createIndexBinary(builder, loc, op, lhs, rhs);
  return createIntegerBinary(builder, loc, op, type, lhs, rhs);
}

Value sa::python::createUnary(OpBuilder &builder, Location loc, StringRef op,
                              ScalarType type, Value operand) {
  if (type.isFloat())
    return createFloatUnary(builder, loc, op, operand);
  if (type.isComplex())
    return createComplexUnary(builder, loc, op, operand);
  if (type.isIndex())
    return {};
  return createIntegerUnary(builder, loc, op, type, operand);
}

Value sa::python::createCompare(OpBuilder &builder, Location loc, StringRef op,
                                ScalarType type, Value lhs, Value rhs) {
  if (type.isFloat()) {
    using Predicate = arith::CmpFPredicate;
    // Every comparison with NaN is false, but "not equal".
    auto predicate = llvm::StringSwitch<std::optional<Predicate>>(op)
                         .Case("eq", Predicate::OEQ)
                         .Case("ne", Predicate::UNE)
                         .Case("lt", Predicate::OLT)
                         .Case("le", Predicate::OLE)
                         .Case("gt", Predicate::OGT)
                         .Case("ge", Predicate::OGE)
                         .Default(std::nullopt);
    if (!predicate)
      return {};
    return arith::CmpFOp::create(builder, loc, *predicate, lhs, rhs);
  }
  if (type.isComplex())
    return createComplexCompare(builder, loc, op, lhs, rhs);
  using Predicate = arith::CmpIPredicate;
  bool isUnsigned = type.isUnsigned();
  auto predicate = llvm::StringSwitch<std::optional<Predicate>>(op)
                       .Case("eq", Predicate::eq)
                       .Case("ne", Predicate::ne)
                       .Case("lt", isUnsigned ? Predicate::ult : Predicate::slt)
                       .Case("le", isUnsigned ? Predicate::ule : Predicate::sle)
                       .Case("gt", isUnsigned ? Predicate::ugt : Predicate::sgt)
                       .Case("ge", isUnsigned ? Predicate::uge : Predicate::sge)
                       .Default(std::nullopt);
  if (!predicate)
    return {};
  return arith::CmpIOp::create(builder, loc, *predicate, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// Widens or narrows an integer to `width` bits.
static Value resize(OpBuilder &builder, Location loc, Value operand,
                    unsigned width, bool isUnsigned) {
  unsigned from = operand.getType().getIntOrFloatBitWidth();
  Type type = builder.getIntegerType(width);
  if (from == width)
    return operand;
  if (from > width)
    return arith::TruncIOp::create(builder, loc, type, operand);
  if (isUnsigned)
    return arith::ExtUIOp::create(builder, loc, type, operand);
  return arith::ExtSIOp::create(builder, loc, type, operand);
}

static Value castFloatToFloat(OpBuilder &builder, Location loc, Value operand,
                              Type to) {
  unsigned fromWidth = operand.getType().getIntOrFloatBitWidth();
  unsigned toWidth = to.getIntOrFloatBitWidth();
  if (operand.getType() == to)
    return operand;
  // f16, bf16 and f64 meet in f32, which every path converts from and to.
  if (fromWidth == toWidth || (fromWidth == 64 && to.isBF16())) {
    Value single =
        castFloatToFloat(builder, loc, operand, builder.getF32Type());
    return castFloatToFloat(builder, loc, single, to);
  }
  if (fromWidth < toWidth)
    return arith::ExtFOp::create(builder, loc, to, operand);
  return arith::TruncFOp::create(builder, loc, to, operand);
}

static Value castFloatToInteger(OpBuilder &builder, Location loc, Value operand,
                                ScalarType to) {
  if (operand.getType().isBF16())
    operand = castFloatToFloat(builder, loc, operand, builder.getF32Type());
  unsigned width = to.value.getIntOrFloatBitWidth();
  if (width == 64 && to.isUnsigned())
    return arith::FPToUIOp::create(builder, loc, to.value, operand);
  // Convert to a wider integer and drop the upper bits, as NumPy does: out of
  // range means wrapping then, for all but the widest types.
  unsigned wide = width == 64 || (width == 32 && to.isUnsigned()) ? 64 : 32;
  Value integer = arith::FPToSIOp::create(
      builder, loc, builder.getIntegerType(wide), operand);
  return resize(builder, loc, integer, width, /*isUnsigned=*/false);
}

static Value castIntegerToFloat(OpBuilder &builder, Location loc, Value operand,
                                bool isUnsigned, Type to) {
  Type direct = to.isBF16() ? builder.getF32Type() : to;
  Value result =
      isUnsigned
          ? arith::UIToFPOp::create(builder, loc, direct, operand).getResult()
          : arith::SIToFPOp::create(builder, loc, direct, operand).getResult();
  return castFloatToFloat(builder, loc, result, to);
}

Value sa::python::createCast(OpBuilder &builder, Location loc, Value operand,
                             ScalarType from, ScalarType to) {
  if (from.element == to.element)
    return operand;
  if (from.isIndex()) {
    ScalarType i64{builder.getI64Type(), builder.getI64Type()};
    Value integer =
        arith::IndexCastOp::create(builder, loc, i64.value, operand);
    return createCast(builder, loc, integer, i64, to);
  }
  if (to.isIndex()) {
    if (from.isFloat() || from.isComplex())
      return {};
    Value integer = resize(builder, loc, operand, 64, from.isUnsigned());
    return arith::IndexCastOp::create(builder, loc, to.value, integer);
  }
  if (to.isBool() && from.isComplex()) {
    Value zero = createComplexConstant(builder, loc,
                                       cast<ComplexType>(from.value), 0.0, 0.0);
    return createCompare(builder, loc, "ne", from, operand, zero);
  }
  if (from.isComplex() || to.isComplex())
    return createComplexCast(builder, loc, operand, from, to);
  if (to.isBool()) {
    Value zero = arith::ConstantOp::create(builder, loc,
                                           builder.getZeroAttr(from.value));
    return createCompare(builder, loc, "ne", from, operand, zero);
  }
  if (from.isFloat())
    return to.isFloat() ? castFloatToFloat(builder, loc, operand, to.value)
                        : castFloatToInteger(builder, loc, operand, to);
  if (to.isFloat())
    return castIntegerToFloat(builder, loc, operand, from.isUnsigned(),
                              to.value);
  return resize(builder, loc, operand, to.value.getIntOrFloatBitWidth(),
                from.isUnsigned());
}
