// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that are bound to a grid become one kernel: the iterations of a block
// loop are the groups of a dimension, those of a thread loop the work-items of
// a group. A sub-group is the fastest part of x.

#ifndef SA_LIB_CONVERSION_SATOLOOPS_GRIDLOWERING_H
#define SA_LIB_CONVERSION_SATOLOOPS_GRIDLOWERING_H

#include "RangeLowering.h"

namespace sa {

class GridLowering : public Lowering {
public:
  /// `root` is the outermost of the loops that are bound.
  GridLowering(LoweringState &state, mlir::affine::AffineForOp root)
      : Lowering(state), root(root) {}

  /// Fails with a diagnostic.
  mlir::LogicalResult run();

  bool isBound(mlir::affine::AffineForOp loop) const {
    return blocks.contains(loop) || threads.contains(loop);
  }

  /// Lowers a loop that is bound: its index comes from the position of the
  /// work-item, and its body runs where there is such an iteration.
  void lowerLoop(mlir::affine::AffineForOp loop, KernelLowering &kernel);

private:
  mlir::LogicalResult addLoops();
  mlir::LogicalResult addBlockLoop(mlir::affine::AffineForOp loop);
  mlir::LogicalResult addThreadLoop(mlir::affine::AffineForOp loop);
  /// Fails, with a diagnostic, if some work-items skip a barrier in `loop`.
  mlir::LogicalResult verifyBarriers(mlir::affine::AffineForOp loop);
  /// The number of work-items of a group in the dimension of a thread loop.
  int64_t &getGroupSize(mlir::affine::AffineForOp loop);
  /// Returns the position of the group or work-item in the loop's dimension.
  mlir::Value getPosition(mlir::affine::AffineForOp loop);

  struct ThreadRange {
    int64_t first = 0, size = 0;
  };

  mlir::affine::AffineForOp root;
  /// For x, y and z: the number of groups, how many loops are bound to them,
  /// and the size of a group.
  mlir::Value numGroups[3];
  unsigned numBlockLoops[3] = {0, 0, 0};
  int64_t local[3] = {1, 1, 1};
  /// The size of a sub-group.
  int64_t lanes = 1;
  llvm::DenseMap<mlir::Operation *, RangeIndex> blocks;
  llvm::DenseMap<mlir::Operation *, ThreadRange> threads;
};

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_GRIDLOWERING_H
