// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of an array that loops touch in one run: a box that starts at an
// affine function of what is outside of the loops, and has a constant size.
//
//   affine.for %i = 0 to %n step 8
//     affine.for %ii = 0 to min(8, %n - %i)     in one run of the loop over ii:
//       sa.load %A[%i + %ii]                    base i, extent 8
//       sa.load %A[%i + %ii + 1]                        base i, extent 9
//
// Of the box, a run touches what the bounds of its loops leave: here, up to
// min(9, n - i + 1). Every index lies between the smallest and the largest
// value that it takes when the loops are eliminated, the innermost first; a
// linear program then says how far the accesses are from there.

#ifndef SA_DIALECT_SA_ANALYSIS_LOOPS_FOOTPRINT_H
#define SA_DIALECT_SA_ANALYSIS_LOOPS_FOOTPRINT_H

#include "sa/Dialect/SA/Analysis/Loops/LoopSpace.h"

namespace sa {

/// A load, store or accumulation in loops. An index that is not affine is null.
struct LoopAccess {
  mlir::Operation *op;
  llvm::SmallVector<mlir::AffineExpr> index;

  bool writes() const { return !mlir::isa<LoadOp>(op); }
  bool reads() const { return !mlir::isa<StoreOp>(op); }
};

/// The array and the indices of a load, store or accumulation; null when the
/// operation is none.
std::pair<mlir::Value, mlir::OperandRange> getAccess(mlir::Operation *op);

/// Says which loops run within one run: those for which the block is made.
using IsInner = llvm::function_ref<bool(mlir::affine::AffineForOp)>;

/// A box of indices of an array.
struct Footprint {
  /// For each dimension, of what is outside of the inner loops.
  llvm::SmallVector<mlir::AffineExpr> base;
  /// `kDynamic` for the whole of a dimension with a run-time size.
  llvm::SmallVector<int64_t> extents;
};

/// What a run touches of a box, or may touch: from the largest of the lower
/// bounds to just before the smallest of the upper ones, counted from the base.
struct FootprintPart {
  llvm::SmallVector<llvm::SmallVector<mlir::AffineExpr>> lower, upper;
};

/// The block of an array that the accesses touch in one run of the inner loops.
/// With `allowsWhole`, dimensions of run-time size may be there as a whole.
/// Fails with the dimension in `obstacle` whose extent has no constant bound.
mlir::FailureOr<Footprint> getFootprint(LoopSpace &space, mlir::Value array,
                                        llvm::ArrayRef<LoopAccess> accesses,
                                        IsInner isInner, bool allowsWhole,
                                        unsigned &obstacle);

/// The part of the block that the accesses touch, and that the array has, where
/// `place` runs.
FootprintPart getTouchedPart(LoopSpace &space, mlir::Value array,
                             const Footprint &block,
                             llvm::ArrayRef<LoopAccess> accesses,
                             IsInner isInner, mlir::Operation *place);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_LOOPS_FOOTPRINT_H
