// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the loops of plans are called, and how they run: the marks that
// `--sa-apply-plans` puts on them.

#ifndef SA_DIALECT_SA_ANALYSIS_LOOPS_LOOPATTRIBUTES_H
#define SA_DIALECT_SA_ANALYSIS_LOOPS_LOOPATTRIBUTES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// The name of a loop in the user's program.
llvm::StringRef getLoopName(mlir::affine::AffineForOp loop);

/// The execution of a loop, and how to change it.
Execution getExecution(mlir::affine::AffineForOp loop);
void setExecution(mlir::affine::AffineForOp loop, Execution execution);

/// The execution of a loop that is bound to `unit`.
Execution getExecution(GridUnit unit);

/// Into how many work-items the iterations of a parallel loop go at the most,
/// where the plan says that. No device runs as many as 65536 at once: more mean
/// no more than that.
std::optional<int64_t> getMaxThreads(mlir::affine::AffineForOp loop);

/// True when iterations run at the same time.
bool isConcurrent(Execution execution);
/// True when the iterations are work-groups.
bool isWorkGroup(Execution execution);
/// True when the iterations are the work-items of a group.
bool isWorkItem(Execution execution);
/// True when the loop becomes straight-line code, which needs its trip count.
bool needsTripCount(Execution execution);

inline bool isConcurrent(mlir::affine::AffineForOp loop) {
  return isConcurrent(getExecution(loop));
}
inline bool isWorkGroupLoop(mlir::affine::AffineForOp loop) {
  return isWorkGroup(getExecution(loop));
}
inline bool isWorkItemLoop(mlir::affine::AffineForOp loop) {
  return isWorkItem(getExecution(loop));
}
inline bool needsTripCount(mlir::affine::AffineForOp loop) {
  return needsTripCount(getExecution(loop));
}

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_LOOPS_LOOPATTRIBUTES_H
