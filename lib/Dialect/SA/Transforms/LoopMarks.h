// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding loops of plans by how they run, and changing that.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPMARKS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPMARKS_H

#include "sa/Dialect/SA/Analysis/LoopMarks.h"

namespace sa {

/// Makes a loop sequential, and says why in the report of its function.
void makeSequential(mlir::affine::AffineForOp loop, const llvm::Twine &what,
                    const llvm::Twine &why);

/// Makes a loop that runs once: accesses stand in loops, also where no loop of
/// a plan is left. `isOnce` knows it again.
mlir::affine::AffineForOp createOnceLoop(mlir::OpBuilder &builder,
                                         mlir::Location loc);
bool isOnce(mlir::affine::AffineForOp loop);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPMARKS_H
