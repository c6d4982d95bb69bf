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

/// The first loop in `op`, outermost first, that runs like this; null when
/// there is none.
mlir::affine::AffineForOp findLoop(mlir::Operation *op, llvm::StringRef run);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPMARKS_H
