// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between types as C++ expressions.

#include "ExpressionPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace sa;

bool ExpressionPrinter::isCast(Operation *op) {
  return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncFOp,
             arith::TruncIOp, arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp,
             arith::FPToUIOp, arith::IndexCastOp, arith::IndexCastUIOp,
             arith::BitcastOp>(op);
}

Expression ExpressionPrinter::getCast(Operation *op) {
  Value operand = op->getOperand(0);
  Type from = operand.getType(), to = op->getResult(0).getType();
  StringRef type = getCppValueType(to);
  if (isa<arith::ExtFOp>(op) && from.isBF16()) {
    Expression widened = callHelper(Helper::BF16ToFloat, operand);
    if (to.isF64())
      widened.text = "static_cast<double>(" + widened.text + ")";
    return widened;
  }
  if (isa<arith::TruncFOp>(op) && to.isBF16())
    return callHelper(Helper::FloatToBF16, operand);
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op) && to.isBF16()) {
    bool isUnsigned = isa<arith::UIToFPOp>(op) && !from.isInteger(1);
    std::string integer = isUnsigned ? asUnsigned(operand) : print(operand);
    helpers.insert(Helper::FloatToBF16);
    return {(getHelperName(Helper::FloatToBF16) + "(static_cast<float>(" +
             integer + "))")
                .str()};
  }
  // Widening with zeros, and conversions of unsigned integers.
  if (isa<arith::ExtUIOp, arith::UIToFPOp, arith::IndexCastUIOp>(op) &&
      !from.isInteger(1))
    return {("static_cast<" + type + ">(" + asUnsigned(operand) + ")").str()};
  if (isa<arith::FPToUIOp>(op))
    return {("static_cast<" + type + ">(" +
             cast(getCppUnsignedType(to), operand).text + ")")
                .str()};
  // A signed i1 is 0 or -1.
  if (isa<arith::ExtSIOp, arith::SIToFPOp>(op) && from.isInteger(1))
    return {print(operand, Precedence::LogicalOr) + " ? " + type.str() +
                "(-1) : " + type.str() + "(0)",
            Precedence::Conditional};
  if (isa<arith::BitcastOp>(op)) {
    // A bf16 is its bits already, in memory and as a value.
    Operation *source = operand.getDefiningOp();
    if (to.isBF16() && isa_and_nonnull<memref::LoadOp>(source) &&
        getName(operand).empty())
      return {getElement(source)};
    if (from.isBF16())
      return cast(type, operand);
    if (to.isBF16() || type == getCppValueType(from))
      return get(operand);
    return call(("sycl::bit_cast<" + type + ">").str(), operand);
  }
  if (isa<arith::TruncIOp>(op) && to.isInteger(1))
    return {"(" + print(operand, Precedence::Unary) + " & 1) != 0",
            Precedence::Equality};
  if (type == getCppValueType(from))
    return get(operand);
  return cast(type, operand);
}
