// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much code unrolling may make. Compilers need minutes for much more.

#ifndef SA_DIALECT_SA_ANALYSIS_LOOPS_UNROLLLIMITS_H
#define SA_DIALECT_SA_ANALYSIS_LOOPS_UNROLLLIMITS_H

#include <cstdint>

namespace sa {

/// How many iterations of one loop are written out.
constexpr int64_t maxUnrolled = 1024;

/// How many copies of a body the unrolled loops around it make together.
constexpr int64_t maxCopies = 4096;

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_LOOPS_UNROLLLIMITS_H
