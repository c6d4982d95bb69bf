// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ExpressionPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "sa/Conversion/MathBuiltins.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Target/Cpp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;

StringRef sa::getCppValueType(Type type) {
  return type.isInteger(1) ? "bool" : getCppElementType(type);
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

std::string ExpressionPrinter::print(Value value, Precedence context) {
  Expression expression = get(value);
  if (expression.precedence > context)
    return "(" + expression.text + ")";
  return expression.text;
}

/// What the operands of a binary operator may be without parentheses. Where
/// people, and compilers' warnings, are not sure of C++'s precedences, there
/// are more parentheses than C++ needs.
static std::pair<Precedence, Precedence> getContexts(Precedence precedence) {
  switch (precedence) {
  case Precedence::Multiplicative:
    return {Precedence::Multiplicative, Precedence::Unary};
  case Precedence::Additive:
    return {Precedence::Additive, Precedence::Multiplicative};
  case Precedence::Relational:
  case Precedence::Equality:
    return {Precedence::Additive, Precedence::Additive};
  case Precedence::LogicalAnd:
  case Precedence::LogicalOr:
    return {Precedence::Equality, Precedence::Equality};
  default:
    return {Precedence::Unary, Precedence::Unary};
  }
}

Expression ExpressionPrinter::binary(Operation *op, StringRef token,
                                     Precedence precedence) {
  auto [lhs, rhs] = getContexts(precedence);
  return {print(op->getOperand(0), lhs) + " " + token.str() + " " +
              print(op->getOperand(1), rhs),
          precedence};
}

Expression ExpressionPrinter::call(StringRef callee, ValueRange operands) {
  std::string text = callee.str() + "(";
  llvm::ListSeparator separator;
  for (Value operand : operands) {
    text += StringRef(separator);
    // A number alone would be an int, and not fit a template.
    bool isNumber =
        operand.getType().isIndex() && getConstantIntValue(operand).has_value();
    text += isNumber ? "int64_t(" + print(operand) + ")" : print(operand);
  }
  return {text + ")"};
}

Expression ExpressionPrinter::callHelper(Helper helper, ValueRange operands) {
  helpers.insert(helper);
  return call(getHelperName(helper), operands);
}

Expression ExpressionPrinter::cast(StringRef type, Value operand) {
  return {("static_cast<" + type + ">(" + print(operand) + ")").str()};
}

/// The unsigned C++ type as wide as an integer type.
static StringRef getUnsignedType(Type type) {
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return getCppElementType(
      IntegerType::get(type.getContext(), width, IntegerType::Unsigned));
}

std::string ExpressionPrinter::getElement(Operation *op) {
  auto load = llvm::cast<memref::LoadOp>(op);
  return getName(load.getMemRef()).str() + "[" +
         print(load.getIndices().front()) + "]";
}

std::string ExpressionPrinter::asUnsigned(Value operand) {
  StringRef type = getUnsignedType(operand.getType());
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

std::string ExpressionPrinter::printStored(Value value, Value memref) {
  Type elementType = arrays.lookup(memref).getElementType();
  Operation *op = value.getDefiningOp();
  if (!op || !getName(value).empty())
    return print(value);
  // A truth value is stored as a byte, 0 or 1, without more ado.
  if (auto extend = dyn_cast<arith::ExtUIOp>(op);
      extend && elementType.isInteger(1))
    return print(extend.getIn());
  if (auto bits = dyn_cast<arith::BitcastOp>(op);
      bits && elementType.isBF16() && bits.getIn().getType().isBF16())
    return print(bits.getIn());
  if (elementType.isUnsignedInteger()) {
    if (auto load = dyn_cast<memref::LoadOp>(op);
        load && arrays.lookup(load.getMemRef()).getElementType() == elementType)
      return getElement(op);
    if (std::string text = getUnsigned(op); !text.empty())
      return text;
  }
  return print(value);
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

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Expression ExpressionPrinter::getConstant(Operation *op) {
  Type type = op->getResult(0).getType();
  // What is undefined may as well be zero.
  Attribute value = isa<ub::PoisonOp>(op)
                        ? Attribute(Builder(op->getContext()).getZeroAttr(type))
                        : llvm::cast<arith::ConstantOp>(op).getValue();
  std::string text;
  if (auto number = dyn_cast<FloatAttr>(value))
    text = getCppLiteral(number.getValue(), type);
  else
    text = getCppLiteral(llvm::cast<IntegerAttr>(value).getValue(), type);
  bool negative = StringRef(text).starts_with("-");
  return {text, negative ? Precedence::Unary : Precedence::Primary};
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

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
             cast(getUnsignedType(to), operand).text + ")")
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

/// The operator of an integer comparison.
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

/// True when the index that `op` computes is used for nothing but the place of
/// an element or the bounds of a loop. Looks only a few operations far.
static bool isOffset(Operation *op, unsigned depth = 6) {
  return depth > 0 && llvm::all_of(op->getUsers(), [&](Operation *user) {
           if (auto store = dyn_cast<memref::StoreOp>(user))
             return store.getValue() != op->getResult(0);
           if (isa<memref::LoadOp, scf::ForOp, AllocOp, LaunchOp>(user))
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
      .Case([&](arith::AddIOp) {
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

bool ExpressionPrinter::isCast(Operation *op) {
  return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncFOp,
             arith::TruncIOp, arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp,
             arith::FPToUIOp, arith::IndexCastOp, arith::IndexCastUIOp,
             arith::BitcastOp>(op);
}

bool ExpressionPrinter::isExpression(Operation *op) {
  return isa<arith::ConstantOp, ub::PoisonOp, memref::LoadOp, arith::SelectOp,
             arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivSIOp,
             arith::RemSIOp, arith::DivUIOp, arith::RemUIOp,
             arith::FloorDivSIOp, arith::CeilDivSIOp, arith::AndIOp,
             arith::OrIOp, arith::XOrIOp, arith::ShLIOp, arith::ShRUIOp,
             arith::ShRSIOp, arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp,
             arith::MinUIOp, arith::CmpIOp, arith::AddFOp, arith::SubFOp,
             arith::MulFOp, arith::DivFOp, arith::NegFOp, arith::MaximumFOp,
             arith::MinimumFOp, arith::CmpFOp>(op) ||
         isCast(op) || !getMathBuiltin(op).empty();
}

Expression ExpressionPrinter::getOp(Operation *op) {
  if (isa<arith::ConstantOp, ub::PoisonOp>(op))
    return getConstant(op);
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    std::string element = getElement(op);
    // Values have no sign; in expressions they are signed.
    ArrayType array = arrays.lookup(load.getMemRef());
    if (array.getElementType().isUnsignedInteger() ||
        array.getElementType().isBF16())
      return {("static_cast<" + getCppValueType(load.getType()) + ">(" +
               element + ")")
                  .str()};
    return {element};
  }
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return {print(select.getCondition(), Precedence::LogicalOr) + " ? " +
                print(select.getTrueValue(), Precedence::LogicalOr) + " : " +
                print(select.getFalseValue(), Precedence::LogicalOr),
            Precedence::Conditional};
  if (StringRef builtin = getMathBuiltin(op); !builtin.empty())
    return call(("sycl::" + builtin).str(), op->getOperands());
  if (isCast(op))
    return getCast(op);
  if (Expression integer = getInteger(op); !integer.text.empty())
    return integer;
  return getFloat(op);
}

Expression ExpressionPrinter::get(Value value) {
  if (StringRef name = getName(value); !name.empty())
    return {name.str()};
  return getOp(value.getDefiningOp());
}
