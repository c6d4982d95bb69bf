// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The privatization of a temporary that loops of plans use.
// PrivatizeTemporaries.cpp decides what replaces it; LoopTemporary.cpp creates
// that.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_TEMPORARIES_LOOPTEMPORARY_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_TEMPORARIES_LOOPTEMPORARY_H

#include "sa/Dialect/SA/Analysis/Loops/Footprint.h"

namespace sa {

class LoopTemporary {
public:
  explicit LoopTemporary(TempOp temp)
      : temp(temp), type(mlir::cast<ArrayType>(temp.getResult().getType())),
        func(mlir::cast<FuncOp>(temp->getParentOp())) {}

  /// Replaces the temporary if that is possible, and adds to the report.
  void run();

private:
  /// Collects the users. Returns false if no loop of a plan uses it.
  bool collectUsers();
  /// Returns why no loop can have it; an empty string if one may.
  std::string findObstacle();
  /// Collects the accesses, over the indices of the loops around all of them.
  void collectAccesses();
  /// Gives each iteration of `loop` an instance. Returns false, with the reason
  /// in `obstacle`, if that is not possible.
  bool keepInIteration(mlir::affine::AffineForOp loop);
  /// Returns true if an iteration of `loop` runs each access once, in
  /// straight-line code.
  bool isStraight(mlir::affine::AffineForOp loop);
  void keepInRegister();
  /// Creates a buffer in `loop`: private, or local if the work-items of a group
  /// share it.
  void keepInBuffer(mlir::affine::AffineForOp loop, bool isShared);
  /// Creates loops that clear the buffer; `clearTogether` distributes them over
  /// the work-items of the group that runs an iteration of `loop`.
  void clear(mlir::OpBuilder &builder, mlir::Value buffer);
  void clearTogether(mlir::OpBuilder &builder, mlir::Value buffer,
                     mlir::affine::AffineForOp loop);
  void replaceAccess(const LoopAccess &access, mlir::Value buffer);
  /// Erases the temporary and the accesses that never run.
  void erase();
  std::string getText(const LoopAccess &access);

  TempOp temp;
  ArrayType type;
  FuncOp func;
  llvm::SmallVector<mlir::Operation *> users;
  bool isInNest = false, isCopied = false;
  /// The loops around all accesses, the outermost first.
  llvm::SmallVector<mlir::affine::AffineForOp> loops;
  std::optional<LoopSpace> space;
  llvm::SmallVector<LoopAccess> accesses, writes;
  /// The reads that may come before any write of the same iteration.
  llvm::SmallVector<LoopAccess> openReads;
  llvm::SmallVector<mlir::Operation *> neverRun;
  Footprint footprint;
  std::string obstacle;
};

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_TEMPORARIES_LOOPTEMPORARY_H
