// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where an index may be the largest.

#ifndef SA_LIB_DIALECT_SA_ANALYSIS_ACCESSES_INDEXCANDIDATES_H
#define SA_LIB_DIALECT_SA_ANALYSIS_ACCESSES_INDEXCANDIDATES_H

#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"

namespace sa {

/// Points at which `index` may be the largest, as expressions of the nest's
/// symbols: its corners, and the last and first points that leave the
/// remainders which matter. They need not be points of the nest for all sizes.
/// Fails when there are too many.
mlir::FailureOr<llvm::SmallVector<llvm::SmallVector<mlir::AffineExpr>>>
getCandidates(const NestAccesses &nest, mlir::AffineExpr index);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_ANALYSIS_ACCESSES_INDEXCANDIDATES_H
