// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer arithmetic that says when it overflows. Every number that comes from
// a descriptor or from a size goes through these functions: a wrapped product
// would make a wrong extent look right.

#ifndef SA_RUNTIME_CHECKS_CHECKEDMATH_H
#define SA_RUNTIME_CHECKS_CHECKEDMATH_H

#include <cstdint>
#include <optional>

namespace sa::runtime {

inline std::optional<int64_t> checkedAdd(int64_t lhs, int64_t rhs) {
  int64_t result;
  if (__builtin_add_overflow(lhs, rhs, &result))
    return std::nullopt;
  return result;
}

inline std::optional<int64_t> checkedSub(int64_t lhs, int64_t rhs) {
  int64_t result;
  if (__builtin_sub_overflow(lhs, rhs, &result))
    return std::nullopt;
  return result;
}

inline std::optional<int64_t> checkedMul(int64_t lhs, int64_t rhs) {
  int64_t result;
  if (__builtin_mul_overflow(lhs, rhs, &result))
    return std::nullopt;
  return result;
}

/// The address `count` elements of `size` bytes away from `base`, unless it
/// lies outside the address space.
inline std::optional<uint64_t> checkedAddress(uint64_t base, int64_t count,
                                              int64_t size) {
  std::optional<int64_t> bytes = checkedMul(count, size);
  uint64_t result;
  if (!bytes || __builtin_add_overflow(base, *bytes, &result))
    return std::nullopt;
  return result;
}

} // namespace sa::runtime

#endif // SA_RUNTIME_CHECKS_CHECKEDMATH_H
