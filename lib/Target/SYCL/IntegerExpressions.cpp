// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers and indices as C++ expressions.

#include "ExpressionPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Target/Cpp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;

StringRef sa::getCppUnsignedType(Type type) {
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return getCppElementType(
      IntegerType::get(type.getContext(), width, IntegerType::Unsigned));
}

std::string ExpressionPrinter::asUnsigned(Value operand) {
  StringRef type = getCppUnsignedType(operand.getType());
  Operation *op = operand.getDefiningOp();
  if (op && getName(operand).empty()) {
    if (auto load = dyn_cast<memref::LoadOp>(op);
        load &&
        arrays.lookup(load.getMemRef()).getElementType().isUnsignedInteger())
      return getElement(op);
    if (std::string text = getUnsigned(op); !text.empty())
      return ("static_cast<" + type + ">(" + text + ")").str();
  }
  return cast(type, operand).text;
}

std::string ExpressionPrinter::getUnsigned(Operation *op) {
  auto call = [&](StringRef callee) {
    return callee.str() + "(" + asUnsigned(op->getOperand(0)) + ", " +
           asUnsigned(op->getOperand(1)) + ")";
  };
  auto divide = [&](StringRef token) {
    return asUnsigned(op->getOperand(0)) + token.str() +
           asUnsigned(op->getOperand(1));
  };
  return TypeSwitch<Operation *, std::string>(op)
      .Case([&](arith::DivUIOp) { return divide(" / "); })
      .Case([&](arith::RemUIOp) { return divide(" % "); })
      .Case([&](arith::MaxUIOp) { return call("sycl::max"); })
      .Case([&](arith::MinUIOp) { return call("sycl::min"); })
      .Default([](Operation *) { return ""; });
}

std::string ExpressionPrinter::printCompared(Value operand) {
  auto constant = operand.getDefiningOp<arith::ConstantOp>();
  if (!constant || operand.getType().isInteger(1))
    return print(operand, Precedence::Additive);
  const APInt &value = llvm::cast<IntegerAttr>(constant.getValue()).getValue();
  if (!value.isSignedIntN(32) || value.isMinSignedValue())
    return print(operand, Precedence::Additive);
  return llvm::itostr(value.getSExtValue());
}

static StringRef getToken(arith::CmpIPredicate predicate) {
  using Predicate = arith::CmpIPredicate;
  switch (predicate) {
  case Predicate::eq:
    return "==";
  case Predicate::ne:
    return "!=";
  case Predicate::slt:
  case Predicate::ult:
    return "<";
  case Predicate::sle:
  case Predicate::ule:
    return "<=";
  case Predicate::sgt:
  case Predicate::ugt:
    return ">";
  case Predicate::sge:
  case Predicate::uge:
    return ">=";
  }
  llvm_unreachable("unknown predicate");
}

static bool isUnsignedPredicate(arith::CmpIPredicate predicate) {
  return predicate >= arith::CmpIPredicate::ult;
}

/// Returns true if the index that `op` computes is only used for offsets and
/// bounds of loops, as far as a few operations tell.
static bool isOffset(Operation *op, unsigned depth = 6) {
  return depth > 0 && llvm::all_of(op->getUsers(), [&](Operation *user) {
           if (auto store = dyn_cast<memref::StoreOp>(user))
             return store.getValue() != op->getResult(0);
           if (isa<memref::LoadOp, memref::PrefetchOp, vector::LoadOp,
                   vector::StoreOp, scf::ForOp, AllocOp, LaunchOp>(user))
             return true;
           return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                      arith::MaxSIOp, arith::MinSIOp, arith::FloorDivSIOp,
                      arith::CeilDivSIOp>(user) &&
                  isOffset(user, depth - 1);
         });
}

Expression ExpressionPrinter::getInteger(Operation *op) {
  Type type = op->getOperand(0).getType();
  bool isIndex = type.isIndex(), isBool = type.isInteger(1);
  // The position of a work-item is not negative.
  bool isPosition = op->hasAttr(positionAttrName);
  // C++ computes in int what is narrower than int.
  bool isNarrow = !isIndex && type.getIntOrFloatBitWidth() < 32;
  auto native = [&](StringRef token, Precedence precedence) -> Expression {
    Expression result = binary(op, token, precedence);
    if (!isNarrow)
      return result;
    return {("static_cast<" + getCppValueType(type) + ">(" + result.text + ")")
                .str()};
  };
  auto wrapping = [&](StringRef token, Precedence precedence, Helper helper) {
    // The offset of an element is in range; anything else may wrap.
    return isIndex && isOffset(op) ? binary(op, token, precedence)
                                   : callHelper(helper, op->getOperands());
  };
  auto unsignedOp = [&]() -> Expression {
    return {
        ("static_cast<" + getCppValueType(type) + ">(" + getUnsigned(op) + ")")
            .str()};
  };
  return TypeSwitch<Operation *, Expression>(op)
      .Case([&](arith::AddIOp add) -> Expression {
        // "i - 3" for i + -3.
        std::optional<int64_t> number = getConstantIntValue(add.getRhs());
        if (number && *number < 0 && *number > INT64_MIN && isIndex &&
            isOffset(op))
          return {print(add.getLhs(), Precedence::Additive) + " - " +
                      std::to_string(-*number),
                  Precedence::Additive};
        // "998 - i * 64" for i * -64 + 998.
        auto product = add.getLhs().getDefiningOp<arith::MulIOp>();
        std::optional<int64_t> factor =
            product ? getConstantIntValue(product.getRhs()) : std::nullopt;
        if (factor && *factor < 0 && *factor > INT64_MIN && isIndex &&
            isOffset(op) && isOffset(product) &&
            getName(product.getResult()).empty())
          return {print(add.getRhs(), Precedence::Additive) + " - " +
                      print(product.getLhs(), Precedence::Multiplicative) +
                      " * " + std::to_string(-*factor),
                  Precedence::Additive};
        return wrapping("+", Precedence::Additive, Helper::WrapAdd);
      })
      .Case([&](arith::SubIOp) {
        return wrapping("-", Precedence::Additive, Helper::WrapSub);
      })
      .Case([&](arith::MulIOp) {
        return wrapping("*", Precedence::Multiplicative, Helper::WrapMul);
      })
      .Case([&](arith::DivSIOp) {
        return native("/", Precedence::Multiplicative);
      })
      .Case([&](arith::RemSIOp) {
        return native("%", Precedence::Multiplicative);
      })
      .Case([&](arith::DivUIOp) {
        return isPosition ? binary(op, "/", Precedence::Multiplicative)
                          : unsignedOp();
      })
      .Case([&](arith::RemUIOp) {
        return isPosition ? binary(op, "%", Precedence::Multiplicative)
                          : unsignedOp();
      })
      .Case([&](arith::FloorDivSIOp) {
        return callHelper(Helper::FloorDiv, op->getOperands());
      })
      .Case([&](arith::CeilDivSIOp) {
        return callHelper(Helper::CeilDiv, op->getOperands());
      })
      .Case([&](arith::AndIOp) {
        return isBool ? binary(op, "&&", Precedence::LogicalAnd)
                      : native("&", Precedence::BitAnd);
      })
      .Case([&](arith::OrIOp) {
        return isBool ? binary(op, "||", Precedence::LogicalOr)
                      : native("|", Precedence::BitOr);
      })
      .Case([&](arith::XOrIOp) -> Expression {
        if (!isBool)
          return native("^", Precedence::BitXor);
        if (getConstantIntValue(op->getOperand(1)))
          return {"!" + print(op->getOperand(0), Precedence::Unary),
                  Precedence::Unary};
        return binary(op, "!=", Precedence::Equality);
      })
      .Case([&](arith::ShLIOp) {
        return callHelper(Helper::WrapShl, op->getOperands());
      })
      .Case([&](arith::ShRUIOp) {
        return callHelper(Helper::ShrUnsigned, op->getOperands());
      })
      .Case([&](arith::ShRSIOp) { return native(">>", Precedence::Shift); })
      .Case(
          [&](arith::MaxSIOp) { return call("sycl::max", op->getOperands()); })
      .Case(
          [&](arith::MinSIOp) { return call("sycl::min", op->getOperands()); })
      .Case([&](arith::MaxUIOp) { return unsignedOp(); })
      .Case([&](arith::MinUIOp) { return unsignedOp(); })
      .Case([&](arith::CmpIOp compare) -> Expression {
        StringRef token = getToken(compare.getPredicate());
        bool isEquality = token == "==" || token == "!=";
        Precedence precedence =
            isEquality ? Precedence::Equality : Precedence::Relational;
        if (isBool)
          return binary(op, token, precedence);
        if (!isUnsignedPredicate(compare.getPredicate()))
          return {printCompared(compare.getLhs()) + " " + token.str() + " " +
                      printCompared(compare.getRhs()),
                  precedence};
        return {asUnsigned(compare.getLhs()) + " " + token.str() + " " +
                    asUnsigned(compare.getRhs()),
                precedence};
      })
      .Default([](Operation *) { return Expression(); });
}
