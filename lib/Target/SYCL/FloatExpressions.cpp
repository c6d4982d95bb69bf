// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating-point arithmetic as C++ expressions.

#include "ExpressionPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;

Expression ExpressionPrinter::getCompareFloat(Operation *op) {
  using Predicate = arith::CmpFPredicate;
  std::string lhs = print(op->getOperand(0), Precedence::Additive);
  std::string rhs = print(op->getOperand(1), Precedence::Additive);
  auto compare = [&](const char *token) { return lhs + token + rhs; };
  auto negate = [&](const char *token) -> Expression {
    return {"!(" + compare(token) + ")", Precedence::Unary};
  };
  std::string unordered = lhs + " != " + lhs + " || " + rhs + " != " + rhs;
  std::string different = compare(" < ") + " || " + compare(" > ");
  switch (llvm::cast<arith::CmpFOp>(op).getPredicate()) {
  case Predicate::AlwaysFalse:
    return {"false"};
  case Predicate::AlwaysTrue:
    return {"true"};
  case Predicate::OEQ:
    return {compare(" == "), Precedence::Equality};
  case Predicate::OGT:
    return {compare(" > "), Precedence::Relational};
  case Predicate::OGE:
    return {compare(" >= "), Precedence::Relational};
  case Predicate::OLT:
    return {compare(" < "), Precedence::Relational};
  case Predicate::OLE:
    return {compare(" <= "), Precedence::Relational};
  case Predicate::UNE:
    return {compare(" != "), Precedence::Equality};
  case Predicate::ONE:
    return {different, Precedence::LogicalOr};
  case Predicate::UEQ:
    return {"!(" + different + ")", Precedence::Unary};
  case Predicate::UGT:
    return negate(" <= ");
  case Predicate::UGE:
    return negate(" < ");
  case Predicate::ULT:
    return negate(" >= ");
  case Predicate::ULE:
    return negate(" > ");
  case Predicate::UNO:
    return {unordered, Precedence::LogicalOr};
  case Predicate::ORD:
    return {"!(" + unordered + ")", Precedence::Unary};
  }
  llvm_unreachable("unknown predicate");
}

Expression ExpressionPrinter::getFloat(Operation *op) {
  return TypeSwitch<Operation *, Expression>(op)
      .Case(
          [&](arith::AddFOp) { return binary(op, "+", Precedence::Additive); })
      .Case(
          [&](arith::SubFOp) { return binary(op, "-", Precedence::Additive); })
      .Case([&](arith::MulFOp) {
        return binary(op, "*", Precedence::Multiplicative);
      })
      .Case([&](arith::DivFOp) {
        return binary(op, "/", Precedence::Multiplicative);
      })
      .Case([&](arith::NegFOp) -> Expression {
        return {"-" + print(op->getOperand(0), Precedence::Primary),
                Precedence::Unary};
      })
      .Case([&](arith::MaximumFOp) {
        return callHelper(Helper::Maximum, op->getOperands());
      })
      .Case([&](arith::MinimumFOp) {
        return callHelper(Helper::Minimum, op->getOperands());
      })
      .Case([&](arith::CmpFOp) { return getCompareFloat(op); })
      .Default([](Operation *) { return Expression(); });
}
