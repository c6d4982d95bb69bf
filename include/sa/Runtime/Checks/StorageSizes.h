// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes a size of an array from the length of its storage, which never
// shrinks when a size grows.

#ifndef SA_RUNTIME_CHECKS_STORAGESIZES_H
#define SA_RUNTIME_CHECKS_STORAGESIZES_H

#include "sa/Runtime/Manifest/SizeExpr.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace sa::runtime {

/// The value of a size that has not been found yet.
constexpr int64_t unknownSize = -1;

/// True when all sizes of the expression have a value.
bool isKnown(const SizeExpr &expr, const std::vector<int64_t> &sizes);

/// The size of the expression that has no value, if it is only one.
std::optional<unsigned> findOnlyUnknown(const SizeExpr &expr,
                                        const std::vector<int64_t> &sizes);

/// The largest value of a size for which the storage has no more than `length`
/// elements. Nothing when there is none, or no limit.
std::optional<int64_t> findLargestSize(const SizeExpr &storage,
                                       std::vector<int64_t> sizes,
                                       unsigned position, int64_t length);

/// The value of a size for which the storage has `length` elements. Nothing
/// when there is none, or more than one.
std::optional<int64_t> findExactSize(const SizeExpr &storage,
                                     std::vector<int64_t> sizes,
                                     unsigned position, int64_t length);

} // namespace sa::runtime

#endif // SA_RUNTIME_CHECKS_STORAGESIZES_H
