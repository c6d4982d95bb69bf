// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SA_DIALECT_SA_IR_LARGESTSIZE_H
#define SA_DIALECT_SA_IR_LARGESTSIZE_H

#include <cstdint>

namespace sa {

/// The largest size of a dimension, a tile or a padding. Sums of a few of them
/// fit 64 bits.
inline constexpr int64_t largestSize = int64_t(1) << 48;

} // namespace sa

#endif // SA_DIALECT_SA_IR_LARGESTSIZE_H
