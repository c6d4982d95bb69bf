// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Layout/OffsetExpr.h"

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using namespace sa;

struct OffsetExpr::Node {
  Kind kind;
  /// The value of a constant, or the dimension of an index or a size.
  int64_t value;
  std::shared_ptr<const Node> lhs, rhs;
};

using Kind = OffsetExpr::Kind;

/// Returns `lhs op rhs`; nothing if 64 bits do not hold it.
static std::optional<int64_t> combine(Kind kind, int64_t lhs, int64_t rhs) {
  int64_t result;
  switch (kind) {
  case Kind::Add:
    if (llvm::AddOverflow(lhs, rhs, result))
      return std::nullopt;
    return result;
  case Kind::Mul:
    if (llvm::MulOverflow(lhs, rhs, result))
      return std::nullopt;
    return result;
  case Kind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  case Kind::Mod:
    return lhs - llvm::divideFloorSigned(lhs, rhs) * rhs;
  case Kind::Min:
    return std::min(lhs, rhs);
  case Kind::Max:
    return std::max(lhs, rhs);
  default:
    return std::nullopt;
  }
}

OffsetExpr::OffsetExpr(std::shared_ptr<const Node> node)
    : node(std::move(node)) {}

OffsetExpr::OffsetExpr(int64_t value)
    : node(std::make_shared<Node>(Node{Kind::Constant, value, {}, {}})) {}

OffsetExpr OffsetExpr::index(unsigned dim) {
  return OffsetExpr(std::make_shared<Node>(Node{Kind::Index, dim, {}, {}}));
}

OffsetExpr OffsetExpr::size(unsigned dim) {
  return OffsetExpr(std::make_shared<Node>(Node{Kind::Size, dim, {}, {}}));
}

OffsetExpr OffsetExpr::make(Kind kind, OffsetExpr lhs, OffsetExpr rhs) {
  std::optional<int64_t> left = lhs.getConstant(), right = rhs.getConstant();
  if (left && right)
    if (std::optional<int64_t> value = combine(kind, *left, *right))
      return *value;
  return OffsetExpr(std::make_shared<Node>(
      Node{kind, 0, std::move(lhs.node), std::move(rhs.node)}));
}

namespace sa {

OffsetExpr operator+(OffsetExpr lhs, OffsetExpr rhs) {
  if (lhs.getConstant() == 0)
    return rhs;
  if (rhs.getConstant() == 0)
    return lhs;
  // Constants stand at the end of a sum.
  if (lhs.getKind() == Kind::Add && lhs.getRHS().getConstant() &&
      rhs.getConstant())
    return lhs.getLHS() + (lhs.getRHS() + rhs);
  return OffsetExpr::make(Kind::Add, std::move(lhs), std::move(rhs));
}

OffsetExpr operator*(OffsetExpr lhs, OffsetExpr rhs) {
  if (lhs.getConstant() == 1 || rhs.getConstant() == 0)
    return rhs;
  if (rhs.getConstant() == 1 || lhs.getConstant() == 0)
    return lhs;
  return OffsetExpr::make(Kind::Mul, std::move(lhs), std::move(rhs));
}

OffsetExpr operator-(OffsetExpr lhs, OffsetExpr rhs) {
  return std::move(lhs) + std::move(rhs) * OffsetExpr(-1);
}

} // namespace sa

OffsetExpr OffsetExpr::floorDiv(int64_t divisor) const {
  assert(divisor > 0 && "divisors are positive");
  return divisor == 1 ? *this : make(Kind::FloorDiv, *this, divisor);
}

OffsetExpr OffsetExpr::ceilDiv(int64_t divisor) const {
  return (*this + OffsetExpr(divisor - 1)).floorDiv(divisor);
}

OffsetExpr OffsetExpr::mod(int64_t divisor) const {
  assert(divisor > 0 && "divisors are positive");
  return divisor == 1 ? OffsetExpr(0) : make(Kind::Mod, *this, divisor);
}

OffsetExpr OffsetExpr::min(OffsetExpr lhs, OffsetExpr rhs) {
  return make(Kind::Min, std::move(lhs), std::move(rhs));
}

OffsetExpr OffsetExpr::max(OffsetExpr lhs, OffsetExpr rhs) {
  return make(Kind::Max, std::move(lhs), std::move(rhs));
}

Kind OffsetExpr::getKind() const { return node->kind; }

int64_t OffsetExpr::getValue() const {
  assert(getKind() == Kind::Constant && "only constants have a value");
  return node->value;
}

std::optional<int64_t> OffsetExpr::getConstant() const {
  if (getKind() == Kind::Constant)
    return node->value;
  return std::nullopt;
}

unsigned OffsetExpr::getDim() const {
  assert((getKind() == Kind::Index || getKind() == Kind::Size) &&
         "only indices and sizes have a dimension");
  return static_cast<unsigned>(node->value);
}

OffsetExpr OffsetExpr::getLHS() const { return OffsetExpr(node->lhs); }
OffsetExpr OffsetExpr::getRHS() const { return OffsetExpr(node->rhs); }

bool OffsetExpr::isFreeOfSizes() const {
  return getKind() != Kind::Size &&
         (!node->lhs || (getLHS().isFreeOfSizes() && getRHS().isFreeOfSizes()));
}

bool OffsetExpr::isFreeOfIndices() const {
  return getKind() != Kind::Index &&
         (!node->lhs ||
          (getLHS().isFreeOfIndices() && getRHS().isFreeOfIndices()));
}

std::optional<int64_t> OffsetExpr::evaluate(const Node &node,
                                            llvm::ArrayRef<int64_t> indices,
                                            llvm::ArrayRef<int64_t> sizes) {
  switch (node.kind) {
  case Kind::Constant:
    return node.value;
  case Kind::Index:
    return indices[node.value];
  case Kind::Size:
    return sizes[node.value];
  default:
    break;
  }
  std::optional<int64_t> lhs = evaluate(*node.lhs, indices, sizes);
  std::optional<int64_t> rhs = evaluate(*node.rhs, indices, sizes);
  return lhs && rhs ? combine(node.kind, *lhs, *rhs) : std::nullopt;
}

std::optional<int64_t>
OffsetExpr::evaluate(llvm::ArrayRef<int64_t> indices,
                     llvm::ArrayRef<int64_t> sizes) const {
  return evaluate(*node, indices, sizes);
}

OffsetExpr
OffsetExpr::replaceIndices(llvm::ArrayRef<OffsetExpr> indices) const {
  switch (getKind()) {
  case Kind::Constant:
  case Kind::Size:
    return *this;
  case Kind::Index:
    return indices[getDim()];
  default:
    break;
  }
  OffsetExpr lhs = getLHS().replaceIndices(indices);
  OffsetExpr rhs = getRHS().replaceIndices(indices);
  if (getKind() == Kind::Add)
    return lhs + rhs;
  if (getKind() == Kind::Mul)
    return lhs * rhs;
  return make(getKind(), lhs, rhs);
}
