// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of a kernel: loops, conditions, accesses, and the private and
// local memory that they use.

#ifndef SA_LIB_CONVERSION_SATOLOOPS_KERNELLOWERING_H
#define SA_LIB_CONVERSION_SATOLOOPS_KERNELLOWERING_H

#include "AccessLowering.h"

namespace sa {
class GridLowering;

/// One kernel, an `scf.parallel`. While this object exists, the builder inserts
/// into the kernel.
class KernelLowering : public Lowering {
public:
  /// Opens a kernel with `sizes` work-items from zero on. `names` are those of
  /// its indices; `local` is the size of its work-groups, which the runtime
  /// chooses if it is empty. `grid` lowers the loops that are bound to a grid.
  /// `zero` and `one` are created if they are null.
  KernelLowering(LoweringState &state, mlir::Location loc,
                 mlir::ValueRange sizes, llvm::ArrayRef<std::string> names = {},
                 llvm::ArrayRef<int64_t> local = {},
                 GridLowering *grid = nullptr, mlir::Value zero = {},
                 mlir::Value one = {});
  ~KernelLowering() { state.kernel = nullptr; }

  llvm::SmallVector<mlir::Value> getPosition() {
    return llvm::SmallVector<mlir::Value>(state.kernel.getInductionVars());
  }

  void lowerBlock(mlir::Block &block);
  void lowerOp(mlir::Operation *op);

private:
  void lowerLoop(mlir::affine::AffineForOp loop);
  void lowerIf(mlir::affine::AffineIfOp op);
  /// Clones an operation with regions, and lowers their operations.
  void lowerRegions(mlir::Operation *op);
  void lowerBuffer(BufferOp op);
  /// Lowers the allocation or an access of a variable of a body. Returns false
  /// for other operations.
  bool lowerVariable(mlir::Operation *op);

  mlir::OpBuilder::InsertionGuard insertion;
  GridLowering *grid;
  AccessLowering accesses;
  /// The private memory of the kernel, each with the buffer that used it last.
  llvm::SmallVector<std::pair<BufferOp, mlir::Value>> buffers;
  /// The offset of each variable in its memory: zero.
  llvm::DenseMap<mlir::Operation *, mlir::Value> variables;
};

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_KERNELLOWERING_H
