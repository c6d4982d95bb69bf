// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the offset of an element changes from lane to lane of a vector access.

#ifndef SA_LIB_CONVERSION_SATOLOOPS_LANEGROWTH_H
#define SA_LIB_CONVERSION_SATOLOOPS_LANEGROWTH_H

#include "mlir/IR/OperationSupport.h"
#include "sa/Layout/OffsetExpr.h"

namespace sa {

/// Returns by how much `offset` grows from each lane to the next, if that is
/// one number for all of the `numLanes` lanes. The first lane is at `indices`,
/// which grow by `increments`.
std::optional<int64_t> getLaneGrowth(const OffsetExpr &offset,
                                     mlir::OperandRange indices,
                                     llvm::ArrayRef<int64_t> increments,
                                     int64_t numLanes);

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_LANEGROWTH_H
