// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer expressions over the run-time sizes of a function, as short postfix
// programs: evaluation neither recurses nor allocates more than its stack.

#ifndef SA_RUNTIME_MANIFEST_SIZEEXPR_H
#define SA_RUNTIME_MANIFEST_SIZEEXPR_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sa::runtime {

/// Division rounds as its name says, and the remainder has the sign of the
/// divisor, as in affine maps. Comparisons give 1 or 0.
enum class SizeOp {
  Add,
  Sub,
  Mul,
  FloorDiv,
  CeilDiv,
  Mod,
  Min,
  Max,
  Less,
  LessEqual,
  Equal
};

/// The operator that the manifest writes as `name`.
std::optional<SizeOp> parseSizeOp(std::string_view name);

class SizeExpr {
public:
  static SizeExpr constant(int64_t value);
  /// The run-time size with this position in the function's list of sizes.
  static SizeExpr size(unsigned position);
  static SizeExpr binary(SizeOp op, const SizeExpr &lhs, const SizeExpr &rhs);

  /// The position of the size that this expression consists of, if it is
  /// nothing else.
  std::optional<unsigned> getSizePosition() const;

  /// One more than the largest position of a size in the expression.
  unsigned getNumSizes() const;

  /// True when the size with this position occurs in the expression.
  bool uses(unsigned position) const;

  /// The value for these sizes, or nothing when an intermediate result
  /// overflows or a divisor is zero. `sizes` has at least getNumSizes() items.
  std::optional<int64_t> evaluate(const std::vector<int64_t> &sizes) const;

private:
  enum class Kind : uint8_t { Constant, Size, Operator };
  struct Instruction {
    Kind kind;
    /// The constant, the position of the size, or the SizeOp.
    int64_t payload;
  };

  std::vector<Instruction> program;
};

} // namespace sa::runtime

#endif // SA_RUNTIME_MANIFEST_SIZEEXPR_H
