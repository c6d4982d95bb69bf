// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Manifest/SizeExpr.h"

#include "sa/Runtime/Checks/CheckedMath.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace sa::runtime;

namespace {

/// The quotient rounded towards minus infinity, and the remainder that belongs
/// to it.
struct Division {
  int64_t quotient;
  int64_t remainder;
};

std::optional<Division> floorDivide(int64_t lhs, int64_t rhs) {
  if (rhs == 0 || (lhs == std::numeric_limits<int64_t>::min() && rhs == -1))
    return std::nullopt;
  Division result{lhs / rhs, lhs % rhs};
  if (result.remainder != 0 && (result.remainder < 0) != (rhs < 0)) {
    --result.quotient;
    result.remainder += rhs;
  }
  return result;
}

std::optional<int64_t> apply(SizeOp op, int64_t lhs, int64_t rhs) {
  switch (op) {
  case SizeOp::Add:
    return checkedAdd(lhs, rhs);
  case SizeOp::Sub:
    return checkedSub(lhs, rhs);
  case SizeOp::Mul:
    return checkedMul(lhs, rhs);
  case SizeOp::Min:
    return std::min(lhs, rhs);
  case SizeOp::Max:
    return std::max(lhs, rhs);
  case SizeOp::Less:
    return lhs < rhs;
  case SizeOp::LessEqual:
    return lhs <= rhs;
  case SizeOp::Equal:
    return lhs == rhs;
  case SizeOp::FloorDiv:
  case SizeOp::CeilDiv:
  case SizeOp::Mod: {
    std::optional<Division> division = floorDivide(lhs, rhs);
    if (!division)
      return std::nullopt;
    if (op == SizeOp::Mod)
      return division->remainder;
    bool up = op == SizeOp::CeilDiv && division->remainder != 0;
    return division->quotient + (up ? 1 : 0);
  }
  }
  return std::nullopt;
}

} // namespace

std::optional<SizeOp> sa::runtime::parseSizeOp(std::string_view name) {
  static constexpr std::pair<std::string_view, SizeOp> operators[] = {
      {"+", SizeOp::Add},           {"-", SizeOp::Sub},
      {"*", SizeOp::Mul},           {"floordiv", SizeOp::FloorDiv},
      {"ceildiv", SizeOp::CeilDiv}, {"mod", SizeOp::Mod},
      {"min", SizeOp::Min},         {"max", SizeOp::Max},
      {"<", SizeOp::Less},          {"<=", SizeOp::LessEqual},
      {"==", SizeOp::Equal},
  };
  for (const auto &[spelling, op] : operators)
    if (spelling == name)
      return op;
  return std::nullopt;
}

SizeExpr SizeExpr::constant(int64_t value) {
  SizeExpr result;
  result.program.push_back({Kind::Constant, value});
  return result;
}

SizeExpr SizeExpr::size(unsigned position) {
  SizeExpr result;
  result.program.push_back({Kind::Size, position});
  return result;
}

SizeExpr SizeExpr::binary(SizeOp op, const SizeExpr &lhs, const SizeExpr &rhs) {
  SizeExpr result = lhs;
  result.program.insert(result.program.end(), rhs.program.begin(),
                        rhs.program.end());
  result.program.push_back({Kind::Operator, static_cast<int64_t>(op)});
  return result;
}

std::optional<unsigned> SizeExpr::getSizePosition() const {
  if (program.size() != 1 || program.front().kind != Kind::Size)
    return std::nullopt;
  return static_cast<unsigned>(program.front().payload);
}

unsigned SizeExpr::getNumSizes() const {
  unsigned count = 0;
  for (const Instruction &instruction : program)
    if (instruction.kind == Kind::Size)
      count = std::max(count, static_cast<unsigned>(instruction.payload) + 1);
  return count;
}

bool SizeExpr::uses(unsigned position) const {
  return std::any_of(program.begin(), program.end(),
                     [&](const Instruction &instruction) {
                       return instruction.kind == Kind::Size &&
                              instruction.payload == position;
                     });
}

std::optional<int64_t>
SizeExpr::evaluate(const std::vector<int64_t> &sizes) const {
  assert(sizes.size() >= getNumSizes() && "a size has no value");
  // Nearly every expression is one constant or one size.
  if (program.size() == 1) {
    const Instruction &only = program.front();
    return only.kind == Kind::Size ? sizes[only.payload] : only.payload;
  }
  std::vector<int64_t> stack;
  for (const Instruction &instruction : program) {
    if (instruction.kind == Kind::Constant) {
      stack.push_back(instruction.payload);
      continue;
    }
    if (instruction.kind == Kind::Size) {
      stack.push_back(sizes[instruction.payload]);
      continue;
    }
    int64_t rhs = stack.back();
    stack.pop_back();
    std::optional<int64_t> result =
        apply(static_cast<SizeOp>(instruction.payload), stack.back(), rhs);
    if (!result)
      return std::nullopt;
    stack.back() = *result;
  }
  return stack.back();
}
