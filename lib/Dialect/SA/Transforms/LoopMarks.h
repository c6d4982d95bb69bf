// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the loops of plans run: the marks that `--sa-apply-plans` puts on them.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPMARKS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPMARKS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace sa {

/// The name of a loop in the user's program.
llvm::StringRef getLoopName(mlir::affine::AffineForOp loop);

/// How a loop runs; empty for one iteration after the other.
llvm::StringRef getRun(mlir::affine::AffineForOp loop);

/// Makes a loop sequential, and says why in the report of its function.
void makeSequential(mlir::affine::AffineForOp loop, const llvm::Twine &what,
                    const llvm::Twine &why);

/// The first loop in `op`, outermost first, that runs like this; null when
/// there is none.
mlir::affine::AffineForOp findLoop(mlir::Operation *op, llvm::StringRef run);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPMARKS_H
