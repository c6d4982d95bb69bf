// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ComplexArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace sa::python;

Value sa::python::createComplexConstant(OpBuilder &builder, Location loc,
                                        ComplexType type, double real,
                                        double imaginary) {
  Type part = type.getElementType();
  return complex::ConstantOp::create(
      builder, loc, type,
      builder.getArrayAttr({builder.getFloatAttr(part, real),
                            builder.getFloatAttr(part, imaginary)}));
}

Value sa::python::createComplexBinary(OpBuilder &builder, Location loc,
                                      StringRef op, Value lhs, Value rhs) {
  if (op == "add")
    return complex::AddOp::create(builder, loc, lhs, rhs);
  if (op == "sub")
    return complex::SubOp::create(builder, loc, lhs, rhs);
  if (op == "mul")
    return complex::MulOp::create(builder, loc, lhs, rhs);
  if (op == "div")
    return complex::DivOp::create(builder, loc, lhs, rhs);
  return {};
}

Value sa::python::createComplexUnary(OpBuilder &builder, Location loc,
                                     StringRef op, Value operand) {
  if (op == "abs")
    return complex::AbsOp::create(builder, loc, operand);
  if (op == "conj")
    return complex::ConjOp::create(builder, loc, operand);
  if (op == "imag")
    return complex::ImOp::create(builder, loc, operand);
  if (op == "neg")
    return complex::NegOp::create(builder, loc, operand);
  if (op == "real")
    return complex::ReOp::create(builder, loc, operand);
  return {};
}

Value sa::python::createComplexCompare(OpBuilder &builder, Location loc,
                                       StringRef op, Value lhs, Value rhs) {
  if (op == "eq")
    return complex::EqualOp::create(builder, loc, lhs, rhs);
  if (op == "ne")
    return complex::NotEqualOp::create(builder, loc, lhs, rhs);
  return {};
}

/// The type of the parts of a complex type.
static ScalarType getPart(ScalarType type) {
  Type part = cast<ComplexType>(type.value).getElementType();
  return {part, part};
}

Value sa::python::createComplexCast(OpBuilder &builder, Location loc,
                                    Value operand, ScalarType from,
                                    ScalarType to) {
  if (!to.isComplex())
    return {};
  ScalarType part = getPart(to);
  auto create = [&](Value real, Value imaginary) -> Value {
    return complex::CreateOp::create(builder, loc, to.value, real, imaginary);
  };
  if (!from.isComplex()) {
    Value zero = arith::ConstantOp::create(builder, loc,
                                           builder.getZeroAttr(part.value));
    return create(createCast(builder, loc, operand, from, part), zero);
  }
  auto castPart = [&](Value value) {
    return createCast(builder, loc, value, getPart(from), part);
  };
  return create(castPart(complex::ReOp::create(builder, loc, operand)),
                castPart(complex::ImOp::create(builder, loc, operand)));
}
