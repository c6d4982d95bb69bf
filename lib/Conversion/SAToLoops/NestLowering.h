// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A nest becomes a kernel over its parallel indices, or one of one work-item,
// with a sequential loop for each other index.

#ifndef SA_LIB_CONVERSION_SATOLOOPS_NESTLOWERING_H
#define SA_LIB_CONVERSION_SATOLOOPS_NESTLOWERING_H

#include "KernelLowering.h"

namespace sa {

class NestLowering : public Lowering {
public:
  NestLowering(LoweringState &state, NestOp nest)
      : Lowering(state), nest(nest), constraints(nest.getConstraints()) {}

  void run();

private:
  struct Bounds {
    mlir::Value lower, upper;
  };

  /// Creates private memory for the private temporaries that the nest uses.
  void createPrivateTemporaries();
  /// Clears the private temporaries that have one instance for each value of
  /// the indices before `position`.
  void clearPrivateTemporaries(unsigned position);
  /// Returns true if all indices in `expr` but `except` have values.
  bool isKnown(mlir::AffineExpr expr,
               std::optional<unsigned> except = std::nullopt);
  /// Expands `expr` over the indices that have values, and the sizes.
  mlir::Value expand(mlir::AffineExpr expr);
  /// Returns the bounds of the segmented index.
  Bounds getSegment();
  /// Moves the constraints that only lack a value of this index into its
  /// bounds.
  void tighten(unsigned position, Bounds &bounds);
  void openLoop(unsigned position, Bounds bounds);
  /// Opens a condition with the constraints whose indices all have values.
  void openGuard();

  NestOp nest;
  mlir::Value zero, one;
  /// The constraints that neither bounds nor conditions have yet.
  llvm::SmallVector<mlir::AffineExpr> constraints;
  /// The private temporaries that are not clear yet.
  llvm::SmallVector<TempOp> uncleared;
};

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_NESTLOWERING_H
