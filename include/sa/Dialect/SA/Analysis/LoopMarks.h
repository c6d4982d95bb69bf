// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the loops of plans are called, and how they run: the marks that
// `--sa-apply-plans` puts on them.

#ifndef SA_DIALECT_SA_ANALYSIS_LOOPMARKS_H
#define SA_DIALECT_SA_ANALYSIS_LOOPMARKS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace sa {

/// The name of a loop in the user's program.
llvm::StringRef getLoopName(mlir::affine::AffineForOp loop);

/// How a loop runs; empty for one iteration after the other.
llvm::StringRef getRun(mlir::affine::AffineForOp loop);

/// Into how many work-items the iterations of a parallel loop go at the most,
/// where the plan says that. No device runs as many as 65536 at once: more mean
/// no more than that.
std::optional<int64_t> getMaxThreads(mlir::affine::AffineForOp loop);

/// True when iterations run at the same time; when they are the work-items of a
/// group; when their number has to be known.
bool isConcurrent(llvm::StringRef run);
bool isThread(llvm::StringRef run);
bool needsTripCount(llvm::StringRef run);

inline bool isConcurrent(mlir::affine::AffineForOp loop) {
  return isConcurrent(getRun(loop));
}
inline bool isThreadLoop(mlir::affine::AffineForOp loop) {
  return isThread(getRun(loop));
}
inline bool needsTripCount(mlir::affine::AffineForOp loop) {
  return needsTripCount(getRun(loop));
}

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_LOOPMARKS_H
