// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How nests run, in words.

#ifndef SA_LIB_PLANNING_NESTTEXT_H
#define SA_LIB_PLANNING_NESTTEXT_H

#include "sa/Dialect/SA/IR/SAOps.h"
#include <string>

namespace sa {

/// Returns how many work-items a nest without a plan has, which of its indices
/// are sequential, and which accesses are why, as far as `sa-parallelize` has
/// said what is parallel; empty otherwise.
std::string describeUnplanned(NestOp nest);

} // namespace sa

#endif // SA_LIB_PLANNING_NESTTEXT_H
