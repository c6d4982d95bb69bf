// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ExpressionPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "sa/Conversion/KernelsToLLVM/MathBuiltins.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Target/Cpp.h"
#include "sa/Vendor/WorkaroundAttr.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

StringRef sa::getCppValueType(Type type) {
  return type.isInteger(1) ? "bool" : getCppElementType(type);
}

//===----------------------------------------------------------------------===//
// Operators, calls and memory
//===----------------------------------------------------------------------===//

std::string ExpressionPrinter::print(Value value, Precedence context) {
  Expression expression = get(value);
  if (expression.precedence > context)
    return "(" + expression.text + ")";
  return expression.text;
}

/// Returns the loosest precedences of the operands of a binary operator without
/// parentheses. Where compilers warn, there are more parentheses than C++
/// needs.
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
    // A literal is an int, which does not match a template.
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

std::string ExpressionPrinter::getElement(Operation *op) {
  auto load = llvm::cast<memref::LoadOp>(op);
  if (variables.contains(load.getMemRef()))
    return getName(load.getMemRef()).str();
  return getName(load.getMemRef()).str() + "[" +
         print(load.getIndices().front()) + "]";
}

std::string ExpressionPrinter::printLoopHeader(scf::ForOp loop) {
  std::string index = getName(loop.getInductionVar()).str();
  std::optional<APInt> increment = loop.getConstantStep();
  return "for (int64_t " + index + " = " + print(loop.getLowerBound()) + "; " +
         index + " < " + print(loop.getUpperBound(), Precedence::Shift) + "; " +
         (increment && *increment == 1
              ? "++" + index
              : index + " += " + print(loop.getStep())) +
         ") {";
}

std::string ExpressionPrinter::printPrefetch(memref::PrefetchOp prefetch) {
  helpers.insert(Helper::Prefetch);
  return (getHelperName(Helper::Prefetch) + "(" +
          getName(prefetch.getMemref()) + " + " +
          print(prefetch.getIndices().front(), Precedence::Multiplicative) +
          ");")
      .str();
}

std::string ExpressionPrinter::printStore(memref::StoreOp store) {
  std::string array = getName(store.getMemRef()).str();
  std::string value = printStored(store.getValue(), store.getMemRef());
  if (variables.contains(store.getMemRef()))
    return array + " = " + value + ";";
  if (!store->hasAttr(orderedAttrName))
    return array + "[" + print(store.getIndices().front()) + "] = " + value +
           ";";
  helpers.insert(Helper::StoreInOrder);
  return getHelperName(Helper::StoreInOrder).str() + "(" +
         getAddress(store.getMemRef(), store.getIndices().front()) + ", " +
         value + ");";
}

std::string ExpressionPrinter::printStored(Value value, Value memref) {
  Type elementType = arrays.lookup(memref).getElementType();
  Operation *op = value.getDefiningOp();
  if (!op || !getName(value).empty())
    return print(value);
  // C++ converts a bool to a byte, 0 or 1.
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

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Expression ExpressionPrinter::getConstant(Operation *op) {
  Type type = op->getResult(0).getType();
  // An undefined value is zero.
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
         isCast(op) || !getMathBuiltin(op).empty() ||
         isa<vector::LoadOp, vector::BroadcastOp, vector::ExtractOp,
             vector::FromElementsOp, vector::ShuffleOp>(op);
}

/// The helpers do what a workaround wants, or what was there before it.
Expression ExpressionPrinter::getWorkaround(Operation *op) {
  if (op->getResult(0).getType().isIndex())
    return callHelper(Helper::LonePosition, op->getOperands());
  helpers.insert(Helper::Carried);
  if (isa<arith::AddFOp, arith::AddIOp>(op))
    return callHelper(Helper::CarriedSub, op->getOperands());
  return callHelper(Helper::Carried, op->getOperand(1));
}

Expression ExpressionPrinter::getOp(Operation *op) {
  // Vectors of integers come here again, lane by lane.
  Type type = op->getResult(0).getType();
  if (op->hasAttr(workaroundAttrName) &&
      (!isa<VectorType>(type) || isa<FloatType>(getElementTypeOrSelf(type))))
    return getWorkaround(op);
  if (isVectorExpression(op))
    return getVector(op);
  if (isa<arith::ConstantOp, ub::PoisonOp>(op))
    return getConstant(op);
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    std::string element = getElement(op);
    // Values are signed in expressions.
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
