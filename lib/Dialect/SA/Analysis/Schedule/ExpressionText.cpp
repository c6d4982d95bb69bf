// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ExpressionText.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "sa/Dialect/SA/Analysis/Accesses/AccessText.h"
#include "sa/Dialect/SA/IR/SAArithmeticOps.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Error.h"

using namespace mlir;
using namespace sa;

namespace {

/// How strongly Python's operators bind.
enum Binding : unsigned {
  None,
  Comparison,
  Or,
  Xor,
  And,
  Shift,
  Sum,
  Product,
  Sign,
  Atom
};

struct Operator {
  StringRef sign;
  Binding binding = None;
};

class ExpressionWriter {
public:
  explicit ExpressionWriter(LeafText getLeaf) : getLeaf(getLeaf) {}

  std::string get(Value value, unsigned around = None, unsigned depth = 0);

private:
  std::string getConstant(Attribute attr);
  std::string call(StringRef name, ValueRange operands, unsigned depth);

  LeafText getLeaf;
  /// The text is for people: they read no more operations than these.
  unsigned numLeft = 48;
};

} // namespace

static Operator getOperator(Operation *op) {
  return llvm::TypeSwitch<Operation *, Operator>(op)
      .Case<arith::AddFOp, arith::AddIOp, complex::AddOp, index::AddOp>(
          [](Operation *) { return Operator{"+", Sum}; })
      .Case<arith::SubFOp, arith::SubIOp, complex::SubOp, index::SubOp>(
          [](Operation *) { return Operator{"-", Sum}; })
      .Case<arith::MulFOp, arith::MulIOp, complex::MulOp, index::MulOp>(
          [](Operation *) { return Operator{"*", Product}; })
      .Case<arith::DivFOp, complex::DivOp>(
          [](Operation *) { return Operator{"/", Product}; })
      .Case<FloorDivSIOp, DivUIOp, FloorDivFOp, arith::FloorDivSIOp,
            index::FloorDivSOp>(
          [](Operation *) { return Operator{"//", Product}; })
      .Case<FloorModSIOp, RemUIOp, FloorModFOp, arith::RemSIOp>(
          [](Operation *) { return Operator{"%", Product}; })
      .Case<arith::AndIOp>([](Operation *) { return Operator{"&", And}; })
      .Case<arith::OrIOp>([](Operation *) { return Operator{"|", Or}; })
      .Case<arith::XOrIOp>([](Operation *) { return Operator{"^", Xor}; })
      .Case<ShLIOp, arith::ShLIOp>(
          [](Operation *) { return Operator{"<<", Shift}; })
      .Case<ShRSIOp, ShRUIOp, arith::ShRSIOp, arith::ShRUIOp>(
          [](Operation *) { return Operator{">>", Shift}; })
      .Default([](Operation *) { return Operator(); });
}

static StringRef getSign(arith::CmpIPredicate predicate) {
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
  return "?";
}

static StringRef getSign(arith::CmpFPredicate predicate) {
  using Predicate = arith::CmpFPredicate;
  switch (predicate) {
  case Predicate::OEQ:
  case Predicate::UEQ:
    return "==";
  case Predicate::ONE:
  case Predicate::UNE:
    return "!=";
  case Predicate::OLT:
  case Predicate::ULT:
    return "<";
  case Predicate::OLE:
  case Predicate::ULE:
    return "<=";
  case Predicate::OGT:
  case Predicate::UGT:
    return ">";
  case Predicate::OGE:
  case Predicate::UGE:
    return ">=";
  default:
    return "?";
  }
}

/// Returns the shortest digits that mean this number.
static std::string getDigits(const APFloat &value) {
  if (value.isNaN())
    return "nan";
  if (value.isInfinity())
    return value.isNegative() ? "-inf" : "inf";
  SmallString<32> text;
  for (unsigned digits = 1; digits <= 17; ++digits) {
    text.clear();
    value.toString(text, digits, /*FormatMaxPadding=*/16,
                   /*TruncateZero=*/true);
    APFloat read(value.getSemantics());
    auto status = read.convertFromString(text, APFloat::rmNearestTiesToEven);
    bool isRead = static_cast<bool>(status);
    if (!isRead)
      llvm::consumeError(status.takeError());
    if (isRead && read.bitwiseIsEqual(value))
      break;
  }
  std::string result = StringRef(text).lower();
  return StringRef(result).find_first_of(".e") == StringRef::npos
             ? result + ".0"
             : result;
}

std::string ExpressionWriter::getConstant(Attribute attr) {
  if (auto number = dyn_cast<FloatAttr>(attr))
    return getDigits(number.getValue());
  if (auto number = dyn_cast<IntegerAttr>(attr)) {
    if (number.getType().isInteger(1))
      return number.getValue().isZero() ? "False" : "True";
    return llvm::toString(number.getValue(), 10, /*Signed=*/true);
  }
  if (auto parts = dyn_cast<ArrayAttr>(attr); parts && parts.size() == 2)
    return "(" + getConstant(parts[0]) + " + " + getConstant(parts[1]) + "j)";
  return "…";
}

std::string ExpressionWriter::call(StringRef name, ValueRange operands,
                                   unsigned depth) {
  std::string text = name.str() + "(";
  llvm::ListSeparator separator;
  for (Value operand : operands)
    text += std::string(StringRef(separator)) + get(operand, None, depth + 1);
  return text + ")";
}

std::string ExpressionWriter::get(Value value, unsigned around,
                                  unsigned depth) {
  std::string leaf = getLeaf(value);
  // A leaf that is a sum binds as one.
  auto enclose = [&](std::string text, unsigned binding) {
    return binding < around ? "(" + text + ")" : text;
  };
  if (!leaf.empty())
    return enclose(leaf, StringRef(leaf).contains(" + ") ||
                                 StringRef(leaf).contains(" - ")
                             ? (leaf.back() == ']' ? Atom : Sum)
                             : Atom);
  Operation *op = value.getDefiningOp();
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return getConstant(constant);
  if (!op || numLeft == 0 || depth > 64)
    return "…";
  --numLeft;
  auto inner = [&](Value operand, unsigned binding) {
    return get(operand, binding, depth + 1);
  };
  if (Operator sign = getOperator(op); sign.binding != None) {
    // What is on the right of a minus, or a quotient, stands in brackets.
    std::string left = inner(op->getOperand(0), sign.binding);
    std::string right = inner(op->getOperand(1), sign.binding + 1);
    return enclose(left + " " + sign.sign.str() + " " + right, sign.binding);
  }
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<arith::CmpIOp, arith::CmpFOp>([&](auto compare) {
        return enclose(inner(compare.getLhs(), Comparison + 1) + " " +
                           getSign(compare.getPredicate()).str() + " " +
                           inner(compare.getRhs(), Comparison + 1),
                       Comparison);
      })
      .Case<arith::NegFOp, complex::NegOp>([&](Operation *) {
        return enclose("-" + inner(op->getOperand(0), Sign), Sign);
      })
      .Case<arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp, arith::ExtUIOp,
            arith::TruncIOp, arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp,
            arith::FPToUIOp, arith::IndexCastOp, arith::IndexCastUIOp,
            CheckedIndexOp>(
          [&](Operation *) { return get(op->getOperand(0), around, depth); })
      .Case<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp, index::MinSOp>(
          [&](Operation *) { return call("min", op->getOperands(), depth); })
      .Case<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp, index::MaxSOp>(
          [&](Operation *) { return call("max", op->getOperands(), depth); })
      .Case<memref::LoadOp>([&](memref::LoadOp load) -> std::string {
        auto variable = load.getMemRef().getDefiningOp<memref::AllocaOp>();
        auto name = variable ? variable->getAttrOfType<StringAttr>(nameAttrName)
                             : StringAttr();
        return name ? name.str() : "…";
      })
      .Case<ExtendIndexOp>([&](ExtendIndexOp extend) {
        return call(stringifyBorderMode(extend.getMode()), op->getOperands(),
                    depth);
      })
      .Case<affine::AffineApplyOp>([&](affine::AffineApplyOp apply) {
        AffineMap map = apply.getAffineMap();
        auto text = sa::getText(map.getResult(0), [&](AffineExpr leaf) {
          auto dim = dyn_cast<AffineDimExpr>(leaf);
          unsigned position =
              dim ? dim.getPosition()
                  : map.getNumDims() +
                        cast<AffineSymbolExpr>(leaf).getPosition();
          return get(apply.getOperand(position), Sign, depth + 1);
        });
        return enclose(text, Sum);
      })
      .Default([&](Operation *) -> std::string {
        StringRef name = op->getName().stripDialect();
        if (op->getNumRegions() != 0 || !isPure(op))
          return "…";
        return call(name, op->getOperands(), depth);
      });
}

std::string sa::getExpressionText(Value value, LeafText getLeaf) {
  return ExpressionWriter(getLeaf).get(value);
}
