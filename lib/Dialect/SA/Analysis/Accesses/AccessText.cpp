// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Accesses/AccessText.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

using LeafNames = function_ref<std::string(AffineExpr)>;

static std::string getText(LeafNames names, AffineExpr expr);

/// The text of an operand of a product, quotient or remainder.
static std::string getOperandText(LeafNames names, AffineExpr expr) {
  std::string text = getText(names, expr);
  bool isSimple = isa<AffineDimExpr, AffineSymbolExpr>(expr) ||
                  (isa<AffineConstantExpr>(expr) && text.front() != '-');
  return isSimple ? text : "(" + text + ")";
}

static std::string getSumText(LeafNames names, AffineExpr lhs, AffineExpr rhs) {
  std::string left = getText(names, lhs), right = getText(names, rhs);
  // "31 - k" reads better than "-k + 31".
  if (left.front() == '-' && right.front() != '-')
    std::swap(left, right);
  if (right.front() == '-')
    return left + " - " + right.substr(1);
  return left + " + " + right;
}

static std::string getProductText(LeafNames names, AffineExpr lhs,
                                  AffineExpr rhs) {
  if (auto factor = dyn_cast<AffineConstantExpr>(rhs)) {
    if (factor.getValue() == -1)
      return "-" + getOperandText(names, lhs);
    return std::to_string(factor.getValue()) + "*" + getOperandText(names, lhs);
  }
  return getOperandText(names, lhs) + "*" + getOperandText(names, rhs);
}

static std::string getText(LeafNames names, AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::to_string(constant.getValue());
  if (isa<AffineDimExpr, AffineSymbolExpr>(expr))
    return names(expr);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return getSumText(names, lhs, rhs);
  case AffineExprKind::Mul:
    return getProductText(names, lhs, rhs);
  case AffineExprKind::Mod:
    return getOperandText(names, lhs) + " % " + getOperandText(names, rhs);
  case AffineExprKind::CeilDiv:
    return "-(" + getOperandText(names, -lhs) + " // " +
           getOperandText(names, rhs) + ")";
  default:
    return getOperandText(names, lhs) + " // " + getOperandText(names, rhs);
  }
}

std::string sa::getText(AffineExpr expr, LeafNames getLeafName) {
  return ::getText(getLeafName, expr);
}

std::string sa::getText(const NestAccesses &nest, const BodyPosition &place,
                        AffineExpr expr) {
  return getText(expr, [&](AffineExpr leaf) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(leaf))
      return nest.getSymbolName(symbol.getPosition()).str();
    return nest.getDimName(place, cast<AffineDimExpr>(leaf).getPosition())
        .str();
  });
}

std::string sa::getText(const NestAccesses &nest, const Access &access) {
  std::string text = getArrayName(access.array) + "[";
  llvm::ListSeparator separator;
  for (AffineExpr index : access.map.getResults())
    (text += StringRef(separator)) += getText(nest, access, index);
  if (access.map.getNumResults() == 0)
    text += "()";
  text += "]";
  if (auto file = access.op->getLoc()->findInstanceOf<FileLineColLoc>())
    text += " at line " + std::to_string(file.getLine());
  return text;
}

std::string sa::getPointText(const NestAccesses &nest,
                             const BodyPosition &place,
                             ArrayRef<StringRef> symbols,
                             ArrayRef<int64_t> values) {
  SmallVector<StringRef> names;
  for (unsigned dim = 0; dim < nest.getRank() + place.getNumInner(); ++dim)
    names.push_back(nest.getDimName(place, dim));
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
