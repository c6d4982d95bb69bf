// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/AccessText.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

/// The text of an operand of a product, quotient or remainder.
static std::string getOperandText(const NestAccesses &nest, AffineExpr expr) {
  std::string text = getText(nest, expr);
  bool isSimple = isa<AffineDimExpr, AffineSymbolExpr>(expr) ||
                  (isa<AffineConstantExpr>(expr) && text.front() != '-');
  return isSimple ? text : "(" + text + ")";
}

static std::string getSumText(const NestAccesses &nest, AffineExpr lhs,
                              AffineExpr rhs) {
  std::string left = getText(nest, lhs), right = getText(nest, rhs);
  // "31 - k" reads better than "-k + 31".
  if (left.front() == '-' && right.front() != '-')
    std::swap(left, right);
  if (right.front() == '-')
    return left + " - " + right.substr(1);
  return left + " + " + right;
}

static std::string getProductText(const NestAccesses &nest, AffineExpr lhs,
                                  AffineExpr rhs) {
  if (auto factor = dyn_cast<AffineConstantExpr>(rhs)) {
    if (factor.getValue() == -1)
      return "-" + getOperandText(nest, lhs);
    return std::to_string(factor.getValue()) + "*" + getOperandText(nest, lhs);
  }
  return getOperandText(nest, lhs) + "*" + getOperandText(nest, rhs);
}

std::string sa::getText(const NestAccesses &nest, AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::to_string(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    NestOp op = nest.getNest();
    return op.getIndexName(dim.getPosition()).str();
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return nest.getSymbolName(symbol.getPosition()).str();
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return getSumText(nest, lhs, rhs);
  case AffineExprKind::Mul:
    return getProductText(nest, lhs, rhs);
  case AffineExprKind::Mod:
    return getOperandText(nest, lhs) + " % " + getOperandText(nest, rhs);
  case AffineExprKind::CeilDiv:
    return "-(" + getOperandText(nest, -lhs) + " // " +
           getOperandText(nest, rhs) + ")";
  default:
    return getOperandText(nest, lhs) + " // " + getOperandText(nest, rhs);
  }
}

std::string sa::getText(const NestAccesses &nest, const Access &access) {
  std::string text = getArrayName(access.array) + "[";
  llvm::ListSeparator separator;
  for (AffineExpr index : access.map.getResults())
    (text += StringRef(separator)) += getText(nest, index);
  if (access.map.getNumResults() == 0)
    text += "()";
  text += "]";
  if (auto file = access.op->getLoc()->findInstanceOf<FileLineColLoc>())
    text += " at line " + std::to_string(file.getLine());
  return text;
}

std::string sa::getPointText(const NestAccesses &nest,
                             ArrayRef<StringRef> symbols,
                             ArrayRef<int64_t> values) {
  NestOp op = nest.getNest();
  SmallVector<StringRef> names;
  for (unsigned position = 0; position < nest.getRank(); ++position)
    names.push_back(op.getIndexName(position));
  names.append(symbols.begin(), symbols.end());
  if (names.empty())
    return "";
  std::string text = " (at ";
  llvm::raw_string_ostream stream(text);
  llvm::ListSeparator separator;
  for (auto [name, value] : llvm::zip(names, values))
    stream << separator << name << " = " << value;
  return text + ")";
}
