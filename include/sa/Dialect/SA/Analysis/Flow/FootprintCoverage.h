// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elements of a block a run of loops writes, and which ones several
// iterations write.
//
// That every element of a part of a block is written is shown by naming the
// iteration that writes it, as in Coverage.h: the outermost loop goes as far
// towards the element as it can, the loops in it do the rest.
//
//   for ii = 0 to 8 step 4        element x is written at
//     for iii = 0 to 4            ii = x // 4 * 4, iii = x - ii
//       C[i + ii + iii] = …

#ifndef SA_DIALECT_SA_ANALYSIS_FLOW_FOOTPRINTCOVERAGE_H
#define SA_DIALECT_SA_ANALYSIS_FLOW_FOOTPRINTCOVERAGE_H

#include "sa/Dialect/SA/Analysis/Loops/Footprint.h"

namespace sa {

/// True when `write` is known to write every element of `part` in each run of
/// the inner loops. With `mayBeEmpty`, loops that the element does not depend
/// on are taken to have an iteration when sizes alone decide that.
bool coversPart(LoopSpace &space, mlir::Value array, const LoopAccess &write,
                const Footprint &block, const FootprintPart &part,
                IsInner isInner, mlir::Operation *place, bool mayBeEmpty);

/// True when `write` is known to write the element that `read` reads, wherever
/// that runs, in the same execution of the block of `run` that has both: each
/// in an operation of its own, and so in loops of its own.
bool coversRead(LoopSpace &space, const LoopAccess &write,
                const LoopAccess &read, mlir::Operation *run);

/// The pairs of iterations in which two accesses to an array may touch the same
/// element. The second one has the dimensions after those of the first.
PointSet getMeetings(LoopSpace &space, const LoopAccess &first,
                     const LoopAccess &second);

/// A loop of `concurrent`, of which different iterations may write the same
/// element of an array, or null.
mlir::affine::AffineForOp
findSharedWrites(LoopSpace &space, llvm::ArrayRef<LoopAccess> writes,
                 llvm::ArrayRef<mlir::affine::AffineForOp> concurrent);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_FLOW_FOOTPRINTCOVERAGE_H
