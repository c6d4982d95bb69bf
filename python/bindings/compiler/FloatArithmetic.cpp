// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FloatArithmetic.h"

#include "SpecialFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sa/Dialect/SA/IR/SAArithmeticOps.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace sa;
using namespace sa::python;

namespace {

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
      {"copysign", createOp<math::CopySignOp>},
      {"div", createOp<arith::DivFOp>},
      {"floordiv", createOp<FloorDivFOp>},
      {"hypot",
       [](OpBuilder &builder, Location loc, ValueRange operands) {
         return createHypot(builder, loc, operands[0], operands[1]);
       }},
      {"max", createOp<arith::MaximumFOp>},
      {"min", createOp<arith::MinimumFOp>},
      {"mod", createOp<FloorModFOp>},
      {"mul", createOp<arith::MulFOp>},
      {"nextafter",
       [](OpBuilder &builder, Location loc, ValueRange operands) {
         return createNextAfter(builder, loc, operands[0], operands[1]);
       }},
      {"pow", createOp<math::PowFOp>},
      {"remainder", createOp<arith::RemFOp>},
      {"sub", createOp<arith::SubFOp>},
  };
  Creator creator = creators.lookup(op);
  return creator ? creator(builder, loc, {lhs, rhs}) : Value();
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
      {"cbrt", createOp<math::CbrtOp>},
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
