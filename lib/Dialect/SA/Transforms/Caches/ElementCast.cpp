// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ElementCast.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace sa;

/// i1 is a truth value, 0 or 1.
static bool isUnsigned(Type type) {
  return type.isUnsignedInteger() || type.isInteger(1);
}

/// How many bits a number has without its sign.
static unsigned countValueBits(Type type) {
  return type.getIntOrFloatBitWidth() - (isUnsigned(type) ? 0 : 1);
}

bool sa::holdsElements(Type to, Type from) {
  if (to == from)
    return true;
  // A truth value has no numbers, and a number is more than one.
  if (to.isInteger(1))
    return false;
  auto complexTo = dyn_cast<ComplexType>(to);
  auto complexFrom = dyn_cast<ComplexType>(from);
  if (complexTo && complexFrom)
    return holdsElements(complexTo.getElementType(),
                         complexFrom.getElementType());
  if (complexTo || complexFrom)
    return false;
  auto floatTo = dyn_cast<FloatType>(to), floatFrom = dyn_cast<FloatType>(from);
  if (floatTo && floatFrom) {
    const llvm::fltSemantics &wide = floatTo.getFloatSemantics();
    const llvm::fltSemantics &narrow = floatFrom.getFloatSemantics();
    return llvm::APFloat::semanticsPrecision(wide) >=
               llvm::APFloat::semanticsPrecision(narrow) &&
           llvm::APFloat::semanticsMaxExponent(wide) >=
               llvm::APFloat::semanticsMaxExponent(narrow);
  }
  if (floatFrom)
    return false;
  if (floatTo)
    return llvm::APFloat::semanticsPrecision(floatTo.getFloatSemantics()) >=
               countValueBits(from) &&
           llvm::APFloat::semanticsMaxExponent(floatTo.getFloatSemantics()) >=
               static_cast<int>(countValueBits(from));
  return (isUnsigned(from) || !isUnsigned(to)) &&
         countValueBits(to) >= countValueBits(from);
}

bool sa::canRound(Type to, Type from) {
  auto complexTo = dyn_cast<ComplexType>(to);
  auto complexFrom = dyn_cast<ComplexType>(from);
  if (complexTo && complexFrom)
    return true;
  if (complexTo || complexFrom || to.isInteger(1) || from.isInteger(1))
    return false;
  // What has no place in an integer would have no value at all.
  return isa<FloatType>(to) || !isa<FloatType>(from);
}

/// Integers are signless in computations.
static Type getValueType(Type type) {
  return type.isUnsignedInteger()
             ? IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth())
             : type;
}

Value sa::createElementCast(OpBuilder &builder, Location loc, Value value,
                            Type from, Type to) {
  if (from == to)
    return value;
  Type type = getValueType(to);
  if (auto complexTo = dyn_cast<ComplexType>(to)) {
    Type partFrom = cast<ComplexType>(from).getElementType();
    auto castPart = [&](Value part) {
      return createElementCast(builder, loc, part, partFrom,
                               complexTo.getElementType());
    };
    Value real = castPart(complex::ReOp::create(builder, loc, value));
    Value imaginary = castPart(complex::ImOp::create(builder, loc, value));
    return complex::CreateOp::create(builder, loc, type, real, imaginary);
  }
  unsigned widthFrom = from.getIntOrFloatBitWidth();
  unsigned widthTo = to.getIntOrFloatBitWidth();
  // Neither half type holds the other.
  if (isa<FloatType>(from) && isa<FloatType>(to) && widthFrom == widthTo)
    return arith::TruncFOp::create(
        builder, loc, type,
        arith::ExtFOp::create(builder, loc, builder.getF32Type(), value));
  if (isa<FloatType>(from) && isa<FloatType>(to))
    return widthFrom < widthTo
               ? arith::ExtFOp::create(builder, loc, type, value).getResult()
               : arith::TruncFOp::create(builder, loc, type, value).getResult();
  if (isa<FloatType>(to))
    return isUnsigned(from)
               ? arith::UIToFPOp::create(builder, loc, type, value).getResult()
               : arith::SIToFPOp::create(builder, loc, type, value).getResult();
  if (isa<FloatType>(from)) {
    if (!to.isInteger(1))
      return isUnsigned(to) ? arith::FPToUIOp::create(builder, loc, type, value)
                                  .getResult()
                            : arith::FPToSIOp::create(builder, loc, type, value)
                                  .getResult();
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(from));
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, value,
                                 zero);
  }
  if (widthFrom == widthTo)
    return value;
  if (widthFrom > widthTo)
    return arith::TruncIOp::create(builder, loc, type, value);
  return isUnsigned(from)
             ? arith::ExtUIOp::create(builder, loc, type, value).getResult()
             : arith::ExtSIOp::create(builder, loc, type, value).getResult();
}
