// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer expressions over the indices of an element and the sizes of its
// array, for offsets and lengths of storage. Constants are folded when
// expressions are built.

#ifndef SA_LAYOUT_OFFSETEXPR_H
#define SA_LAYOUT_OFFSETEXPR_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <memory>
#include <optional>

namespace sa {

class OffsetExpr {
public:
  enum class Kind { Constant, Index, Size, Add, Mul, FloorDiv, Mod, Min, Max };

  /// The constant `value`.
  OffsetExpr(int64_t value = 0);
  /// The index, or the size, of dimension `dim`.
  static OffsetExpr index(unsigned dim);
  static OffsetExpr size(unsigned dim);

  friend OffsetExpr operator+(OffsetExpr lhs, OffsetExpr rhs);
  friend OffsetExpr operator-(OffsetExpr lhs, OffsetExpr rhs);
  friend OffsetExpr operator*(OffsetExpr lhs, OffsetExpr rhs);
  /// Rounds towards negative infinity. `divisor` is positive.
  OffsetExpr floorDiv(int64_t divisor) const;
  OffsetExpr ceilDiv(int64_t divisor) const;
  /// The remainder of `floorDiv`, never negative.
  OffsetExpr mod(int64_t divisor) const;
  static OffsetExpr min(OffsetExpr lhs, OffsetExpr rhs);
  static OffsetExpr max(OffsetExpr lhs, OffsetExpr rhs);

  Kind getKind() const;
  /// The value of a constant.
  int64_t getValue() const;
  std::optional<int64_t> getConstant() const;
  /// The dimension of an index or a size.
  unsigned getDim() const;
  /// The operands of the other kinds.
  OffsetExpr getLHS() const;
  OffsetExpr getRHS() const;

  /// Return true if no size, or no index, occurs.
  bool isFreeOfSizes() const;
  bool isFreeOfIndices() const;

  /// Returns the value for these indices and sizes; nothing if 64 bits do not
  /// hold it. Sizes may be empty if none occurs.
  std::optional<int64_t> evaluate(llvm::ArrayRef<int64_t> indices,
                                  llvm::ArrayRef<int64_t> sizes) const;

  /// Returns the expression with other expressions for the indices.
  OffsetExpr replaceIndices(llvm::ArrayRef<OffsetExpr> indices) const;

private:
  struct Node;
  explicit OffsetExpr(std::shared_ptr<const Node> node);
  static OffsetExpr make(Kind kind, OffsetExpr lhs, OffsetExpr rhs);
  static std::optional<int64_t> evaluate(const Node &node,
                                         llvm::ArrayRef<int64_t> indices,
                                         llvm::ArrayRef<int64_t> sizes);

  std::shared_ptr<const Node> node;
};

} // namespace sa

#endif // SA_LAYOUT_OFFSETEXPR_H
