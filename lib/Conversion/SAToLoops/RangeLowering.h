// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parallel loop, with the parallel loops right inside of it, becomes a
// kernel: one work-item for each iteration, or as many as the plan allows, each
// with its share of the iterations.

#ifndef SA_LIB_CONVERSION_SATOLOOPS_RANGELOWERING_H
#define SA_LIB_CONVERSION_SATOLOOPS_RANGELOWERING_H

#include "KernelLowering.h"

namespace sa {

/// A loop whose iterations are numbered by a position, that of a work-item or
/// of a group.
struct RangeIndex {
  mlir::affine::AffineForOp loop;
  mlir::Value lower, tripCount;

  /// Creates the bounds of `loop`, whose range is known before the values of
  /// `inner` are. `tripCount` is the largest for any of these values.
  static RangeIndex get(Lowering &lowering, mlir::affine::AffineForOp loop,
                        mlir::ValueRange inner);

  /// Creates the index of the iteration at `position`.
  mlir::Value getIndex(mlir::OpBuilder &builder, mlir::Value position);
  std::string getPositionName();
};

/// Fails, with a diagnostic, if a loop or condition, which `what` describes,
/// has results.
mlir::LogicalResult verifyNoResults(mlir::Operation *op, llvm::StringRef what);

class RangeLowering : public Lowering {
public:
  RangeLowering(LoweringState &state, mlir::affine::AffineForOp loop)
      : Lowering(state), root(loop) {}

  /// Fails with a diagnostic.
  mlir::LogicalResult run();

private:
  /// Opens a kernel with at most `maxThreads` work-items, and in it the loop
  /// over the share of one of them. Returns the positions of an iteration.
  llvm::SmallVector<mlir::Value> openShare(int64_t maxThreads);
  /// Opens conditions for the upper bounds that are not part of the range.
  void openGuards();

  mlir::affine::AffineForOp root;
  llvm::SmallVector<RangeIndex> indices;
  llvm::SmallVector<mlir::Value> variables, sizes;
  std::optional<KernelLowering> kernel;
};

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_RANGELOWERING_H
