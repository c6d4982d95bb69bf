// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands before and after a whole sum, as nests of its own.

#ifndef SA_LIB_PLANNING_SPLITENDS_H
#define SA_LIB_PLANNING_SPLITENDS_H

#include "NestShape.h"

namespace sa {

/// Moves the conditions of a nest that hold at the first or at the last point
/// of a sum only into nests before and after it, over the indices of the
/// result. Returns the nests in their order; nothing, without a change, where
/// that might change a result.
std::optional<llvm::SmallVector<NestOp>> splitEnds(const NestShape &shape);

} // namespace sa

#endif // SA_LIB_PLANNING_SPLITENDS_H
