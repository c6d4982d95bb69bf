// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SA_DIALECT_SA_IR_LARGESTSIZE_H
#define SA_DIALECT_SA_IR_LARGESTSIZE_H

#include <cstdint>

namespace sa {

/// No dimension of an array is larger than the memory of a machine. Neither are
/// the pieces of loops and what they are padded with, so that sums of a few
/// such numbers do not wrap around.
inline constexpr int64_t largestSize = int64_t(1) << 48;

} // namespace sa

#endif // SA_DIALECT_SA_IR_LARGESTSIZE_H
